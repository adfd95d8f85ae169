import { useEffect, useRef } from 'react'
import type { Task } from './round.ts'
import { vendorOf } from './vendor.ts'

export interface VendorPlaceProps {
	task: Extract<Task, { kind: 'vendor' }>
	onSolved(captcha: string): void
	onFailed(): void
}

/** The place a vendor's challenge is shown in. */
export function VendorPlace({ task, onSolved, onFailed }: VendorPlaceProps) {
	const place = useRef<HTMLDivElement>(null)
	const events = useRef({ onSolved, onFailed })
	events.current = { onSolved, onFailed }

	useEffect(() => {
		let gone = false
		let remove: (() => void) | undefined
		const tell = {
			onSolved: (captcha: string) => events.current.onSolved(captcha),
			onFailed: () => events.current.onFailed(),
		}
		vendorOf(task.appKey)?.().then(
			vendor => {
				if (!gone && place.current) remove = vendor.show(place.current, task, tell)
			},
			() => gone || tell.onFailed(),
		)
		return () => {
			gone = true
			remove?.()
		}
	}, [task])

	return <div ref={place} />
}
