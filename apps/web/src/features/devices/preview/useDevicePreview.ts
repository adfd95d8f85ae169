import { useRef, useState, useSyncExternalStore } from 'react'
import type { DeviceKind, PreparedDeviceStates, PreparedDevices } from '../../../media/index.ts'
import { runWhenIdle } from '../../../ui/index.ts'

const off = { status: 'off' } as const
const allOff: PreparedDeviceStates = { microphone: off, camera: off }

export interface DevicePreview {
	/** False until it is loaded, and where it is not available. */
	isReady: boolean
	states: PreparedDeviceStates
	/** Opens devices; to be called from a tap, because the browser may ask for permission. */
	open(kinds: readonly DeviceKind[]): void
	close(kind: DeviceKind): void
	/** Opens those for which there is permission already, as soon as the page has nothing else to do. */
	openPermitted(kinds: readonly DeviceKind[]): () => void
	/** The form is left: closes the devices unless a room takes them. */
	leaveForm(): void
	/** A room is about to be opened, which takes the devices. */
	keepForRoom(): void
}

/**
 * The own picture and sound before joining (ROOM-120). Its code is loaded after everything the join needs, or with the
 * first tap.
 * @param isOff in a shell, which opens the room itself
 */
export function useDevicePreview(isOff: boolean): DevicePreview {
	const [prepared, setPrepared] = useState<PreparedDevices>()
	const loaded = useRef<PreparedDevices>(undefined)
	const states = useSyncExternalStore(
		listener => prepared?.subscribe(listener) ?? (() => {}),
		() => prepared?.get() ?? allOff,
	)

	async function load() {
		const parts = await import('./previewParts.ts')
		loaded.current = parts.getPreparedDevices()
		setPrepared(loaded.current)
		return parts
	}

	return {
		isReady: prepared !== undefined && !prepared.isInCall(),
		states,
		open(kinds) {
			// Without it there is no preview, but the join works.
			if (!isOff)
				void load().then(
					parts => parts.getPreparedDevices().open(kinds),
					() => {},
				)
		},
		close: kind => loaded.current?.close(kind),
		openPermitted(kinds) {
			if (isOff) return () => {}
			let isCancelled = false
			const openNow = async () => {
				const { getPreparedDevices, readDevicePermission } = await load()
				const permissions = await Promise.all(kinds.map(kind => readDevicePermission(kind)))
				const permitted = kinds.filter((_, index) => permissions[index] === 'granted')
				if (!isCancelled && permitted.length > 0) getPreparedDevices().open(permitted)
			}
			const cancel = runWhenIdle(() => void openNow().catch(() => {}))
			return () => {
				isCancelled = true
				cancel()
			}
		},
		leaveForm: () => loaded.current?.leaveForm(),
		keepForRoom: () => loaded.current?.keepForRoom(),
	}
}
