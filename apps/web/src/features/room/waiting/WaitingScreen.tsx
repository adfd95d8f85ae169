import { clsx } from 'clsx'
import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, scene, Wordmark, windowTitle } from '../../../ui/index.ts'
import type { RoomController } from '../roomController.ts'
import type { WaitingState } from '../roomState.ts'
import styles from './WaitingScreen.module.css'

export interface WaitingScreenProps {
	waiting: WaitingState
	/** The person was in the room, and a host has moved them here. */
	isMoved: boolean
	controller: Pick<RoomController, 'toggleDevice' | 'leave'>
}

/** Shown to a person until a host lets them into the room (ROOM-141). */
export function WaitingScreen({ waiting, isMoved, controller }: WaitingScreenProps) {
	const { topic, hostName, place, message, wants, isConnected } = waiting
	const heading = useRef<HTMLHeadingElement>(null)
	// The form with the focus is gone.
	useEffect(() => heading.current?.focus(), [])
	useWindowTitle(m.waiting_page_title({ place }))
	return (
		<main className={styles.page} data-theme="dark">
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of ours */}
			<div className={styles.picture} dangerouslySetInnerHTML={{ __html: scene('dusk') }} aria-hidden />
			<div className={styles.head}>
				<Wordmark name={m.app_name()} tone="light" />
				{/* ROOM-191: on the card, because the picture behind it has light parts, which lie elsewhere at each size. */}
				<div className={clsx(styles.card, styles.facts)}>
					<h1 ref={heading} tabIndex={-1} className={styles.title}>
						{isMoved ? m.room_out_moved_title() : m.waiting_title()}
					</h1>
					<p className={styles.fact}>{topic}</p>
					{hostName && <p className={styles.fact}>{m.waiting_host({ name: hostName })}</p>}
				</div>
			</div>
			<div className={styles.foot}>
				<section className={styles.card}>
					<div className={styles.line}>
						<span className={styles.place} aria-hidden="true">
							{place}
						</span>
						<div role="status">
							<p className={styles.strong}>{isConnected ? m.waiting_place({ place }) : m.waiting_offline()}</p>
							<p className={styles.note}>{m.waiting_sound()}</p>
						</div>
					</div>
					<div role="status">
						{message && (
							<div className={styles.message}>
								<p className={styles.note}>{m.waiting_message()}</p>
								<p className={styles.words}>{message}</p>
							</div>
						)}
					</div>
					<div className={styles.devices}>
						<DeviceSwitch
							label={m.room_microphone()}
							isOn={wants.microphone}
							icon={wants.microphone ? <Mic /> : <MicOff />}
							onPress={() => controller.toggleDevice('microphone')}
						/>
						<DeviceSwitch
							label={m.room_camera()}
							isOn={wants.camera}
							icon={wants.camera ? <Video /> : <VideoOff />}
							onPress={() => controller.toggleDevice('camera')}
						/>
					</div>
				</section>
				<Button kind="glass" size="large" block onClick={controller.leave}>
					{m.waiting_leave()}
				</Button>
			</div>
		</main>
	)
}

interface DeviceSwitchProps {
	label: string
	isOn: boolean
	icon: React.ReactNode
	onPress: () => void
}

/** Chooses whether a device is on in the room; until then it is off. */
const DeviceSwitch = ({ label, isOn, icon, onPress }: DeviceSwitchProps) => (
	<button type="button" role="switch" aria-checked={isOn} className={styles.device} onClick={onPress}>
		<span className={isOn ? styles.on : styles.off}>{icon}</span>
		<span>{label}</span>
	</button>
)

/** A person who does something else meanwhile sees the place in the tab. */
function useWindowTitle(title: string) {
	useEffect(() => {
		windowTitle.setOwn(title)
		return () => windowTitle.setOwn(undefined)
	}, [title])
}
