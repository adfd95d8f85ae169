/** The part of `Location` that is needed. */
export interface PageAddress {
	readonly hash: string
	readonly pathname: string
	readonly search: string
}

/** The ticket is in the fragment, which is not sent to servers and so never logged. */
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

/** The address with which another device of the same person takes their place in the room (ROOM-210). */
export const transferLink = (origin: string, meetingId: string, ticket: string): string =>
	`${origin}/room/${meetingId}#${new URLSearchParams({ ticket, transfer: '1' })}`

/** Returns whether the ticket of an address takes the place of another device, which asks first. */
export const isTransfer = (hash: string): boolean => new URLSearchParams(hash.replace(/^#/, '')).has('transfer')

/** The address of a room that is entered with a ticket. */
export const addressWithTicket = ({ pathname, search }: Omit<PageAddress, 'hash'>, ticket: string): string =>
	`${pathname}${search}#${new URLSearchParams({ ticket })}`
