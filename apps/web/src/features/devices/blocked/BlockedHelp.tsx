import { useEffect, useEffectEvent } from 'react'
import { m } from '../../../locales/index.ts'
import { type DeviceKind, watchForGrant } from '../../../media/index.ts'
import { getAllowSteps } from './allowSteps.ts'
import styles from './BlockedHelp.module.css'
import { recogniseBrowser } from './browser.ts'

const deviceNames = { microphone: m.devices_microphone, camera: m.devices_camera, both: m.devices_both }

export interface BlockedHelpProps {
	kinds: readonly DeviceKind[]
	/** Called once a device is allowed. */
	onGranted(kind: DeviceKind): void
}

/** How to allow a device in this browser, step by step (ROOM-123). */
export function BlockedHelp({ kinds, onGranted }: BlockedHelpProps) {
	const grant = useEffectEvent(onGranted)
	const watched = kinds.join()
	useEffect(() => {
		const stops = (watched.split(',') as DeviceKind[]).map(kind => watchForGrant(kind, () => grant(kind)))
		return () => {
			for (const stop of stops) stop()
		}
	}, [watched])
	const which = kinds.length > 1 ? 'both' : (kinds[0] ?? 'both')
	const steps = getAllowSteps(recogniseBrowser(navigator), {
		device: deviceNames[which](),
		host: window.location.hostname,
	})
	return (
		<>
			<ol className={styles.steps}>
				{steps.map(step => (
					<li key={step}>{step}</li>
				))}
			</ol>
			<p className={styles.note}>{m.devices_blocked_system()}</p>
		</>
	)
}
