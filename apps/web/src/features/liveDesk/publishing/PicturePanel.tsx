import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Section } from '../../../ui/index.ts'
import { HealthSection } from '../health/HealthSection.tsx'
import { MeetingPublishing } from './MeetingPublishing.tsx'
import { PhonePublishing } from './PhonePublishing.tsx'
import styles from './PicturePanel.module.css'
import { RtmpPublishing } from './RtmpPublishing.tsx'

export interface PicturePanelProps {
	meetingId: MeetingId
	desk: DeskState
	onJoin(): void
	/** The camera of this phone is sent, or no more. */
	onSendingChange(isSending: boolean): void
	/** The state is to be asked for again. */
	onDone(): Promise<void>
}

type Way = 'room' | 'rtmp' | 'phone'

/** How the picture gets in, and how it arrives. */
export function PicturePanel({ meetingId, desk, onJoin, onSendingChange, onDone }: PicturePanelProps) {
	const { health, canBroadcast, ways, status, meetingPublishing } = desk
	const [way, setWay] = useState<Way>()
	const opens = (name: Way) => ({
		open: way === name,
		onOpenChange: (isOpen: boolean) => setWay(isOpen ? name : undefined),
	})
	const [hasCamera, setHasCamera] = useState(false)
	const isArriving = status !== 'over' && (health?.phase === 'publishing' || health?.phase === 'silent')
	const figures = isArriving && health && <HealthSection health={health} />
	return (
		<div className={styles.panel}>
			{/* Above the preview of a camera they would push it out of sight. */}
			{!hasCamera && figures}
			{/* One that begins anew has another stream, with another key. */}
			{canBroadcast && status !== 'over' && (
				<Section title={m.desk_ways()}>
					{meetingPublishing && (
						<MeetingPublishing
							meetingId={meetingId}
							publishing={meetingPublishing}
							onJoin={onJoin}
							onDone={onDone}
							{...opens('room')}
						/>
					)}
					{ways.includes('rtmp') && <RtmpPublishing meetingId={meetingId} {...opens('rtmp')} />}
					{ways.includes('phone') && (
						<PhonePublishing
							meetingId={meetingId}
							isStarted={status !== 'notStarted'}
							onCameraChange={setHasCamera}
							onSendingChange={onSendingChange}
							{...opens('phone')}
						/>
					)}
				</Section>
			)}
			{hasCamera && figures}
		</div>
	)
}
