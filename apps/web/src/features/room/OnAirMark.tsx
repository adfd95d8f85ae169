import { live } from '@parley/api'
import { liveStatus, type MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Badge } from '../../ui/index.ts'
import styles from './Header.module.css'

/** Who is in the room learns so soon that the live of the meeting is on air. */
const pollMs = 10_000

/** Says that the live of the meeting is on air; a meeting without one is asked for once. */
export function OnAirMark({ meetingId }: { meetingId: MeetingId }) {
	const [hasLive, setHasLive] = useState(true)
	const { data } = useCallQuery(
		live.status,
		{ roomId: meetingId },
		{
			everyMs: pollMs,
			enabled: hasLive,
			onResult: result => {
				if (!result.ok && result.failure.refusal === 'missing') setHasLive(false)
			},
		},
	)
	const isOnAir = hasLive && data?.status === liveStatus.onAir
	return (
		<span role="status" className={styles.onAir}>
			{isOnAir && <Badge tone="live">{m.desk_status_onAir()}</Badge>}
		</span>
	)
}
