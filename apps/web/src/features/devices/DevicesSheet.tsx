import { Play, Volume2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { m } from '../../locales/index.ts'
import {
	canBlurBackground,
	canChooseSpeaker,
	type DeviceChoices,
	type DeviceKind,
	type DeviceList,
	deviceChoices,
	findChosen,
	findSpeaker,
	isPhoneCamera,
	type ListedDevice,
	listDevices,
	noDevices,
	playTestSound,
	watchDevices,
} from '../../media/index.ts'
import { Button, ListRow, RadioRow, Section, SwitchRow } from '../../ui/index.ts'
import { AnchoredSheet } from '../../ui/overlays/AnchoredSheet.tsx'
import styles from './DevicesSheet.module.css'
import { LevelMeter } from './LevelMeter.tsx'
import { useDeviceChoices } from './useDeviceChoices.ts'

export interface DevicesSheetProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	/** The open microphone, whose level is shown. */
	microphone?: MediaStreamTrack | undefined
	/** The button of one device: only what belongs to that is shown, at the button (ROOM-186). */
	at?: { kind: DeviceKind; anchor: Element; onMore: () => void } | undefined
}

/** Microphone, camera and loudspeaker to use, before and during a call (ROOM-121, ROOM-122). */
export function DevicesSheet({ open, onOpenChange, microphone, at }: DevicesSheetProps) {
	return (
		<AnchoredSheet
			open={open}
			onOpenChange={onOpenChange}
			title={at ? titles[at.kind]() : m.devices_title()}
			closeLabel={m.devices_close()}
			anchor={at?.anchor}
			width={372}
		>
			{open && <DeviceRows microphone={microphone} kind={at?.kind} onMore={at?.onMore} />}
		</AnchoredSheet>
	)
}

const titles = { microphone: m.devices_sound, camera: m.devices_camera } satisfies Record<DeviceKind, () => string>

interface DeviceRowsProps extends Pick<DevicesSheetProps, 'microphone'> {
	/** Undefined shows all. */
	kind: DeviceKind | undefined
	/** Shows the rest. */
	onMore: (() => void) | undefined
}

function DeviceRows({ microphone, kind, onMore }: DeviceRowsProps) {
	const choices = useDeviceChoices()
	const { microphones, cameras, speakers } = useDeviceList(microphone)
	const areNamesKnown = microphones.length + cameras.length > 0
	const hasSound = kind !== 'camera'
	const hasPicture = kind !== 'microphone'
	return (
		<div className={kind ? styles.menu : styles.groups}>
			{!areNamesKnown && <p className={styles.note}>{m.devices_names_later()}</p>}
			{hasSound && microphones.length > 0 && (
				<Section title={m.devices_microphone()}>
					<DeviceRadios
						label={m.devices_microphone()}
						devices={microphones}
						chosen={findChosen(choices.microphone, microphones)}
						onChoose={chosen => deviceChoices.set({ microphone: chosen })}
					/>
					{microphone && (
						<div className={styles.level}>
							<LevelMeter track={microphone} bars={22} />
						</div>
					)}
				</Section>
			)}
			{hasPicture && cameras.length > 0 && (
				<Section title={m.devices_camera()}>
					{isPhoneCamera(cameras) ? (
						<SideRadios camera={choices.camera} />
					) : (
						<DeviceRadios
							label={m.devices_camera()}
							devices={cameras}
							chosen={choices.camera && 'id' in choices.camera ? findChosen(choices.camera, cameras) : undefined}
							onChoose={chosen => deviceChoices.set({ camera: chosen })}
						/>
					)}
				</Section>
			)}
			{hasSound && canChooseSpeaker() && speakers.length > 0 && (
				<Section title={m.devices_speaker()}>
					<DeviceRadios
						label={m.devices_speaker()}
						devices={speakers}
						chosen={findChosen(choices.speaker, speakers)}
						onChoose={chosen => deviceChoices.set({ speaker: chosen })}
					/>
					<TestRow />
				</Section>
			)}
			<Section>
				{hasSound && (
					<SwitchRow
						label={m.devices_noise()}
						note={m.devices_noise_note()}
						checked={choices.suppressesNoise}
						onChange={event => deviceChoices.set({ suppressesNoise: event.target.checked })}
					/>
				)}
				{hasPicture && (
					<SwitchRow
						label={m.devices_mirror()}
						checked={choices.isMirrored}
						onChange={event => deviceChoices.set({ isMirrored: event.target.checked })}
					/>
				)}
				{hasPicture && canBlurBackground() && (
					<SwitchRow
						label={m.devices_blur()}
						note={m.devices_blur_note()}
						checked={choices.blursBackground}
						onChange={event => deviceChoices.set({ blursBackground: event.target.checked })}
					/>
				)}
				{onMore && <ListRow label={m.devices_more()} onPress={onMore} />}
			</Section>
		</div>
	)
}

interface DeviceRadiosProps {
	label: string
	devices: readonly ListedDevice[]
	/** Undefined is the default of the system. */
	chosen: ListedDevice | undefined
	onChoose: (chosen: { id: string; label: string } | undefined) => void
}

function DeviceRadios({ label, devices, chosen, onChoose }: DeviceRadiosProps) {
	const name = useId()
	return (
		<div role="radiogroup" aria-label={label} className={styles.radios}>
			<RadioRow
				name={name}
				label={m.devices_system_default()}
				checked={chosen === undefined}
				onChange={() => onChoose(undefined)}
			/>
			{devices.map(({ id, label }) => (
				<RadioRow
					key={id}
					name={name}
					label={label}
					checked={chosen?.id === id}
					onChange={() => onChoose({ id, label })}
				/>
			))}
		</div>
	)
}

const sides = [
	{ side: 'user', label: m.devices_front },
	{ side: 'environment', label: m.devices_back },
] as const

function SideRadios({ camera }: Pick<DeviceChoices, 'camera'>) {
	const name = useId()
	const chosen = camera && 'side' in camera ? camera.side : 'user'
	return (
		<div role="radiogroup" aria-label={m.devices_camera()} className={styles.radios}>
			{sides.map(({ side, label }) => (
				<RadioRow
					key={side}
					name={name}
					label={label()}
					checked={chosen === side}
					onChange={() => deviceChoices.set({ camera: { side } })}
				/>
			))}
		</div>
	)
}

/** Plays a sound to the chosen loudspeaker. */
function TestRow() {
	const [isPlaying, setPlaying] = useState(false)
	async function test() {
		setPlaying(true)
		await findSpeaker()
			.then(playTestSound)
			.catch(() => {})
		setPlaying(false)
	}
	return (
		<div className={styles.test}>
			<Button
				kind="secondary"
				icon={isPlaying ? <Volume2 /> : <Play />}
				disabled={isPlaying}
				onClick={() => void test()}
			>
				{isPlaying ? m.devices_testing() : m.devices_test()}
			</Button>
		</div>
	)
}

/** The devices that are plugged in now, listed again with another track, because permission makes names known. */
function useDeviceList(track: MediaStreamTrack | undefined): DeviceList {
	const [list, setList] = useState(noDevices)
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		let isShown = true
		const refresh = () => void listDevices().then(found => isShown && setList(found))
		refresh()
		const stop = watchDevices(refresh)
		return () => {
			isShown = false
			stop()
		}
	}, [track])
	return list
}
