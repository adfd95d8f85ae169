import { useEffect, useRef } from 'react'
import { useBridge } from './useBridge.ts'

export interface ShellScanHandlers {
	/** @param publicScan the flag the shell returns (OP-045) */
	onScanned(content: string, publicScan: string): void
	/** The shell answered with something else, or not at all. */
	onUnreadable(): void
}

/**
 * Scans with the phone (BRG-12); nothing happens if the person cancels. While it scans, another tap does nothing,
 * and an answer that comes after the screen has been left is dropped: it would pull a person out of what they do now.
 */
export function useShellScan({ onScanned, onUnreadable }: ShellScanHandlers): () => Promise<void> {
	const bridge = useBridge()
	const isScanning = useRef(false)
	const isMounted = useRef(true)
	useEffect(() => {
		isMounted.current = true
		return () => {
			isMounted.current = false
		}
	}, [])

	return async () => {
		if (isScanning.current) return
		isScanning.current = true
		const scanned = await bridge.call('scan', 'publicScan')
		isScanning.current = false
		if (!isMounted.current) return
		if (!scanned.ok) return onUnreadable()
		const { content, publicScan } = scanned.value
		if (content !== '') onScanned(content, publicScan)
	}
}
