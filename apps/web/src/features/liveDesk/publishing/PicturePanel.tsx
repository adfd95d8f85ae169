import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { Section } from '../../../ui/index.ts'
import { HealthSection } from '../health/HealthSection.tsx'
import { MeetingPublishing } from './MeetingPublishing.tsx'
import { PhonePublishing } from './PhonePublishing.tsx'
import styles from './PicturePanel.module.css'
import { RtmpPublishing } from './RtmpPublishing.tsx'
import type { PhonePublishing as PhoneCamera } from './usePhonePublishing.ts'

export interface PicturePanelProps {
	meetingId: MeetingId
	desk: DeskState
	phone: PhoneCamera
	/** The selected way. */
	way: PictureWay | undefined
	onWayChange(way: PictureWay | undefined): void
	onJoin(): void
	/** The state has to be requested again. */
	onDone(): Promise<void>
}

export type PictureWay = 'room' | 'rtmp' | 'phone'

/** Ways to send a picture, and the state of its arrival. */
export function PicturePanel({ meetingId, desk, phone, way, onWayChange, onJoin, onDone }: PicturePanelProps) {
	const { health, canBroadcast, ways, status, meetingPublishing } = desk
	const opens = (name: PictureWay) => ({
		open: way === name,
		onOpenChange: (isOpen: boolean) => onWayChange(isOpen ? name : undefined),
	})
	const hasCamera = phone.stream !== undefined
	const isArriving = status !== 'over' && (health?.phase === 'publishing' || health?.phase === 'silent')
	const figures = isArriving && health && <HealthSection health={health} />
	return (
		<div className={styles.panel}>
			{/* Above the preview of a camera they would push it out of sight. */}
			{!hasCamera && figures}
			{/* A restarted live has another stream, with another key. */}
			{canBroadcast && status !== 'over' && (
				<Section title={m.desk_ways()}>
					{meetingPublishing && (
						<MeetingPublishing
							meetingId={meetingId}
							publishing={meetingPublishing}
							isPaused={status === 'suspended'}
							onJoin={onJoin}
							onDone={onDone}
							{...opens('room')}
						/>
					)}
					{ways.includes('rtmp') && <RtmpPublishing meetingId={meetingId} {...opens('rtmp')} />}
					{ways.includes('phone') && <PhonePublishing phone={phone} status={status} {...opens('phone')} />}
				</Section>
			)}
			{hasCamera && figures}
		</div>
	)
}
