import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Section } from '../../../ui/index.ts'
import { HealthSection } from '../health/HealthSection.tsx'
import styles from './PicturePanel.module.css'
import { RtmpPublishing } from './RtmpPublishing.tsx'

export interface PicturePanelProps {
	meetingId: MeetingId
	desk: DeskState
}

/** How the picture gets in, and how it arrives. */
export function PicturePanel({ meetingId, desk: { health, canBroadcast, status } }: PicturePanelProps) {
	const [isOpen, setOpen] = useState(false)
	return (
		<div className={styles.panel}>
			{health && health.definitions.length + health.warnings.length > 0 && <HealthSection health={health} />}
			{/* One that begins anew has another stream, with another key. */}
			{canBroadcast && status !== 'over' && (
				<Section title={m.desk_ways()}>
					<RtmpPublishing meetingId={meetingId} open={isOpen} onOpenChange={setOpen} />
				</Section>
			)}
		</div>
	)
}
