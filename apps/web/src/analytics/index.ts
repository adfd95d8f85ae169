/** What somebody did, and with which meeting; nothing about the person (OP-132). */
export interface Done {
	event: 'join' | 'create' | 'edit'
	meetingId: string
}

/** The name of the event on `window` that carries {@link Done}. */
export const analyticsEvent = 'parley:analytics'

/** Tells whoever listens on this page (HTTP-17). Nobody does by default, and nothing leaves the page by itself. */
export const track = (done: Done): void => {
	window.dispatchEvent(new CustomEvent(analyticsEvent, { detail: done }))
}
