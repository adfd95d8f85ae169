/** A challenge somebody else makes and judges: the site's server checks the pass with them. */
export interface ChallengeVendor {
	/** Shows the challenge inside `place`; what it gives back takes it away again. */
	show(
		place: HTMLElement,
		challenge: { appKey: string; scene: string; sessionId: string },
		events: { onSolved(captcha: string): void; onFailed(): void },
	): () => void
}

const vendors = new Map<string, () => Promise<ChallengeVendor>>()

/** Makes a vendor known by the `appkey` the server answers for sites that use it; it is loaded when one is due. */
export function registerChallengeVendor(appKey: string, load: () => Promise<ChallengeVendor>) {
	vendors.set(appKey, load)
}

export const vendorOf = (appKey: string) => vendors.get(appKey)
