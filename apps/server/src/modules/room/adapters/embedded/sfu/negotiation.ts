/**
 * Decides when an offer may be made. Only the engine makes offers, one at a time, so the two ends never collide;
 * changes in the meantime make the next offer due as soon as the answer has arrived.
 */
export type Negotiation =
	| { status: 'stable' }
	| { status: 'preparing'; nextDue: boolean }
	| { status: 'waiting'; offerId: number; nextDue: boolean }

export const stable: Negotiation = { status: 'stable' }

/** Notes a change that requires an offer; returns `start` if an offer can be made at once. */
export function requestOffer(negotiation: Negotiation): { next: Negotiation; start: boolean } {
	if (negotiation.status === 'stable') return { next: { status: 'preparing', nextDue: false }, start: true }
	return { next: { ...negotiation, nextDue: true }, start: false }
}

/** Call when the offer was sent. */
export function offerSent(negotiation: Negotiation, offerId: number): Negotiation {
	return { status: 'waiting', offerId, nextDue: negotiation.status !== 'stable' && negotiation.nextDue }
}

/** Handles an answer; only one to the offer in flight is accepted. */
export function answerReceived(
	negotiation: Negotiation,
	offerId: number,
): { next: Negotiation; accept: boolean; start: boolean } {
	if (negotiation.status !== 'waiting' || negotiation.offerId !== offerId)
		return { next: negotiation, accept: false, start: false }
	return negotiation.nextDue
		? { next: { status: 'preparing', nextDue: false }, accept: true, start: true }
		: { next: stable, accept: true, start: false }
}
