import { useEffect, useRef } from 'react'
import type { IssuedVendorChallenge } from './challengeCalls.ts'

/** A challenge of another company; the site's server verifies its challenge pass with them. */
export interface VendorWidget {
	/** Shows the challenge inside `container`; returns a function that removes it. */
	show(
		container: HTMLElement,
		challenge: { appKey: string; scene: string; sessionId: string },
		events: { onSolved(captcha: string): void; onFailed(): void },
	): () => void
}

const vendors = new Map<string, () => Promise<VendorWidget>>()

/** Registers a vendor under the `appkey` that the server sends for its sites; `load` is called when one is shown. */
export function registerChallengeVendor(appKey: string, load: () => Promise<VendorWidget>) {
	vendors.set(appKey, load)
}

export const isVendorRegistered = (appKey: string): boolean => vendors.has(appKey)

export interface VendorChallengeProps {
	issued: IssuedVendorChallenge
	onSolved(captcha: string): void
	onFailed(): void
}

export function VendorChallenge({ issued, onSolved, onFailed }: VendorChallengeProps) {
	const container = useRef<HTMLDivElement>(null)
	const latestEvents = useRef({ onSolved, onFailed })
	latestEvents.current = { onSolved, onFailed }

	useEffect(() => {
		let isUnmounted = false
		let remove: (() => void) | undefined
		const events = {
			onSolved: (captcha: string) => latestEvents.current.onSolved(captcha),
			onFailed: () => latestEvents.current.onFailed(),
		}
		vendors
			.get(issued.appKey)?.()
			.then(
				vendor => {
					if (!isUnmounted && container.current) remove = vendor.show(container.current, issued, events)
				},
				() => isUnmounted || events.onFailed(),
			)
		return () => {
			isUnmounted = true
			remove?.()
		}
	}, [issued])

	return <div ref={container} />
}
