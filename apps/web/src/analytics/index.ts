/** Actions on meetings; nothing about the person (OP-132). */
export interface AnalyticsEvent {
	event: 'join' | 'create' | 'edit'
	meetingId: string
}

/** The name of the event on `window` that carries {@link AnalyticsEvent}. */
export const analyticsEventName = 'parley:analytics'

/** Dispatches the event on `window` (HTTP-17). Nothing listens by default, so nothing leaves the page. */
export const track = (event: AnalyticsEvent): void => {
	window.dispatchEvent(new CustomEvent(analyticsEventName, { detail: event }))
}
