import { Mic, MicOff, Settings2, Video, VideoOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useBridgeInfo } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import type { DeviceKind } from '../../../media/index.ts'
import { storage } from '../../../storage/index.ts'
import { Card, ListRow, Section, SwitchRow } from '../../../ui/index.ts'
import {
	BlockedHelp,
	CameraPreview,
	type DevicePreview,
	DevicesSheet,
	deviceErrorTitles,
	MicrophoneCheck,
	useDevicePreview,
} from '../../devices/index.ts'
import styles from './JoinForm.module.css'

/** Camera and microphone to be on when the meeting is joined; off until switched on (JOIN-04, JOIN-05). */
export function useDevicePreferences() {
	const [audio, setAudio] = useState(() => storage.isDeviceOn('microphone'))
	const [video, setVideo] = useState(() => storage.isDeviceOn('camera'))
	const { present } = useBridgeInfo()
	const preview = useDevicePreview(present)

	function set(kind: DeviceKind, isOn: boolean) {
		storage.setDeviceOn(kind, isOn)
		if (kind === 'microphone') setAudio(isOn)
		else setVideo(isOn)
		if (isOn) preview.open([kind])
		else preview.close(kind)
	}

	const isOn = { microphone: audio, camera: video }
	const blocked = deviceKinds.filter(kind => isOn[kind] && isBlocked(preview, kind))
	return {
		audio,
		video,
		/** Those that are on, and that the browser blocks. */
		blocked,
		/** The devices that a join in this page asks for: one that is blocked stays off (ROOM-123). */
		forRoom: {
			audio: audio && !blocked.includes('microphone'),
			video: video && !blocked.includes('camera'),
		},
		/** In a shell, which opens the room itself, there is no preview. */
		preview: present ? undefined : preview,
		keepForRoom: preview.keepForRoom,
		set,
	}
}

export type DevicePreferences = ReturnType<typeof useDevicePreferences>

const deviceKinds = ['microphone', 'camera'] as const

const isBlocked = ({ states }: DevicePreview, kind: DeviceKind): boolean => {
	const state = states[kind]
	return state.status === 'failed' && state.error === 'denied'
}

export function DeviceSwitches({ devices }: { devices: DevicePreferences }) {
	const { audio, video, blocked, preview, set } = devices
	const isOn = { microphone: audio && !blocked.includes('microphone'), camera: video && !blocked.includes('camera') }
	usePermittedPreview(devices)
	return (
		<div className={styles.devices}>
			<Section title={m.joining_devices()}>
				<SwitchRow
					icon={isOn.microphone ? <Mic /> : <MicOff />}
					label={m.joining_microphone()}
					note={preview && errorNote(preview, 'microphone')}
					checked={isOn.microphone}
					onChange={event => set('microphone', event.target.checked)}
				/>
				{preview && <Sound preview={preview} />}
				<SwitchRow
					icon={isOn.camera ? <Video /> : <VideoOff />}
					label={m.joining_camera()}
					note={preview && errorNote(preview, 'camera')}
					checked={isOn.camera}
					onChange={event => set('camera', event.target.checked)}
				/>
				{preview && <Picture preview={preview} />}
				{preview && <CheckRow devices={devices} preview={preview} />}
				{preview && <DevicesRow preview={preview} />}
			</Section>
			{preview && blocked.length > 0 && (
				<Card kind="padded" className={styles.blocked} role="alert">
					<p className={styles.blockedTitle}>{blockedTitles[nameOf(blocked)]()}</p>
					<BlockedHelp kinds={blocked} onGranted={kind => preview.open([kind])} />
				</Card>
			)}
		</div>
	)
}

// Sound and picture have their places from the tap on, so that the rows below do not move under the next tap.
function Sound({ preview }: { preview: DevicePreview }) {
	const { microphone } = preview.states
	if (microphone.status !== 'on' && microphone.status !== 'opening') return null
	return <MicrophoneCheck track={microphone.status === 'on' ? microphone.track : undefined} />
}

function Picture({ preview }: { preview: DevicePreview }) {
	const { camera } = preview.states
	if (camera.status !== 'on' && camera.status !== 'opening') return null
	return <CameraPreview track={camera.status === 'on' ? camera.track : undefined} />
}

/** A device that was on the last time is shown at once where there is permission, and otherwise with a tap, which may prompt. */
function usePermittedPreview({ audio, video, preview }: DevicePreferences) {
	const kinds = deviceKinds.filter(kind => (kind === 'microphone' ? audio : video))
	const enter = useEffectEvent(() => preview?.openPermitted(kinds))
	const leave = useEffectEvent(() => preview?.leaveForm())
	useEffect(() => {
		const cancel = enter()
		return () => {
			cancel?.()
			leave()
		}
	}, [])
}

function CheckRow({ devices: { audio, video }, preview }: { devices: DevicePreferences; preview: DevicePreview }) {
	const { isReady, states } = preview
	const waiting = deviceKinds.filter(kind => (kind === 'microphone' ? audio : video) && states[kind].status === 'off')
	if (!isReady || waiting.length === 0) return null
	return <ListRow label={checkLabels[nameOf(waiting)]()} onPress={() => preview.open(waiting)} />
}

function DevicesRow({ preview: { states } }: { preview: DevicePreview }) {
	const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
	const { microphone } = states
	return (
		<>
			<ListRow icon={<Settings2 />} label={m.devices_title()} onPress={() => setSheet('open')} />
			{sheet !== 'never' && (
				<DevicesSheet
					open={sheet === 'open'}
					onOpenChange={open => setSheet(open ? 'open' : 'closed')}
					microphone={microphone.status === 'on' ? microphone.track : undefined}
				/>
			)}
		</>
	)
}

/** Why a device is not shown; a blocked one is explained below, and the room explains a page without HTTPS. */
function errorNote({ states }: DevicePreview, kind: DeviceKind): string | undefined {
	const state = states[kind]
	if (state.status !== 'failed' || state.error === 'denied' || state.error === 'insecure') return undefined
	return deviceErrorTitles[kind][state.error]()
}

const nameOf = (kinds: readonly DeviceKind[]): DeviceKind | 'both' => (kinds.length > 1 ? 'both' : (kinds[0] ?? 'both'))

const checkLabels = {
	microphone: m.devices_check_microphone,
	camera: m.devices_check_camera,
	both: m.devices_check_both,
}
const blockedTitles = {
	microphone: m.devices_blocked_microphone,
	camera: m.devices_blocked_camera,
	both: m.devices_blocked_both,
}
const withoutLabels = {
	microphone: m.devices_join_without_microphone,
	camera: m.devices_join_without_camera,
	both: m.devices_join_without_both,
}

/** The label of the button that joins in this page: a blocked device does not prevent it (ROOM-123). */
export const joinLabel = ({ blocked }: Pick<DevicePreferences, 'blocked'>): string =>
	blocked.length > 0 ? withoutLabels[nameOf(blocked)]() : m.joining_submit()
