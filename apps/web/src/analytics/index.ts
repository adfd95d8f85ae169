/** What somebody did, and with which meeting; nothing about the person (OP-132). */
export interface AnalyticsEvent {
	event: 'join' | 'create' | 'edit'
	meetingId: string
}

/** The name of the event on `window` that carries {@link AnalyticsEvent}. */
export const analyticsEventName = 'parley:analytics'

/** Tells whoever listens on this page (HTTP-17). Nobody does by default, and nothing leaves the page by itself. */
export const track = (done: AnalyticsEvent): void => {
	window.dispatchEvent(new CustomEvent(analyticsEventName, { detail: done }))
}
