/**
 * Who may offer when. The engine alone makes offers and keeps one in flight, so the two ends never collide; what changes
 * meanwhile makes the next offer due as soon as the answer is in.
 */
export type Negotiation =
	| { at: 'stable' }
	| { at: 'preparing'; again: boolean }
	| { at: 'waiting'; offer: number; again: boolean }

export const stable: Negotiation = { at: 'stable' }

/** Something changed that the other end must hear of. */
export function wanted(now: Negotiation): { next: Negotiation; start: boolean } {
	if (now.at === 'stable') return { next: { at: 'preparing', again: false }, start: true }
	return { next: { ...now, again: true }, start: false }
}

/** The offer is on its way. */
export function offered(now: Negotiation, offer: number): Negotiation {
	return { at: 'waiting', offer, again: now.at !== 'stable' && now.again }
}

/** An answer came in; only the one to the offer in flight counts. */
export function answered(now: Negotiation, offer: number): { next: Negotiation; accept: boolean; start: boolean } {
	if (now.at !== 'waiting' || now.offer !== offer) return { next: now, accept: false, start: false }
	return now.again
		? { next: { at: 'preparing', again: false }, accept: true, start: true }
		: { next: stable, accept: true, start: false }
}
