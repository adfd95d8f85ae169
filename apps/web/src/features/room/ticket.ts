/** The part of the browser that holds the address. */
export interface PageAddress {
	readonly hash: string
	readonly pathname: string
	readonly search: string
}

/** The ticket in the fragment, which no server log ever sees. */
export const parseTicket = (hash: string): string | undefined =>
	new URLSearchParams(hash.replace(/^#/, '')).get('ticket') ?? undefined

/**
 * Takes the ticket out of the address bar, so that neither history nor a shared screen shows it (ROOM-04).
 * @param replace writes the address without adding to the history
 */
export function takeTicket(address: PageAddress, replace: (url: string) => void): string | undefined {
	const ticket = parseTicket(address.hash)
	if (ticket !== undefined) replace(address.pathname + address.search)
	return ticket
}
