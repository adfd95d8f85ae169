import { liveDesk as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import { Avatar, Badge, ErrorPanel, IconButton, lazyComponent, Skeleton, SkeletonLine } from '../../../ui/index.ts'
import { moderationActions, type Talk, useTalkState } from '../../live/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { viewersError } from '../state/deskActions.ts'
import styles from './ViewersPanel.module.css'

const ActionSheet = lazyComponent(async () => (await import('../../../ui/overlays/ActionSheet.tsx')).ActionSheet, {
	overlay: true,
})

/** How often the list is asked for while it is looked at. */
const pollMs = 5_000

interface Viewer {
	id: string
	name: string
	isGuest: boolean
}

export interface ViewersPanelProps {
	meetingId: MeetingId
	talk: Talk | undefined
}

/** Who is in the discussion now, with what can be done about somebody. */
export function ViewersPanel({ meetingId, talk }: ViewersPanelProps) {
	const { data, failure, refetch } = useCallQuery(
		calls.viewers,
		{ meetingId },
		{ scope: [getPersonScope()], everyMs: pollMs },
	)
	const runs = useTalkState(talk, ({ rooms }) => rooms.discussion?.runs ?? false)
	const self = useTalkState(talk, ({ userId }) => userId)
	const [chosen, setChosen] = useState<Viewer>()
	const [isOpen, setOpen] = useState(false)
	if (!data)
		return failure ? (
			<ErrorPanel
				title={m.desk_failed_title()}
				text={viewersError(failure)}
				retry={{ label: m.live_retry(), onRetry: () => void refetch() }}
			/>
		) : (
			<div className={styles.panel}>
				<Skeleton label={m.live_loading()}>
					<SkeletonLine width={40} />
					<SkeletonLine width={70} />
				</Skeleton>
			</div>
		)
	const { count, viewers } = data
	return (
		<div className={styles.panel}>
			<p className={styles.count} role="status">
				{count === 0 ? m.desk_viewers_none() : m.desk_viewers_count({ count })}
			</p>
			<ul className={styles.list}>
				{viewers.map(viewer => (
					<li key={viewer.id} className={styles.viewer}>
						<Avatar name={viewer.name} />
						<span className={styles.name}>{viewer.name}</span>
						{viewer.isGuest && <Badge>{m.desk_viewers_guest()}</Badge>}
						{viewer.id === self && <Badge tone="brand">{m.desk_viewers_you()}</Badge>}
						{runs && viewer.id !== self && (
							<IconButton
								label={m.desk_viewers_menu({ name: viewer.name })}
								icon={<MoreHorizontal aria-hidden />}
								onClick={() => {
									setChosen(viewer)
									setOpen(true)
								}}
							/>
						)}
					</li>
				))}
			</ul>
			{count > viewers.length && <p className={styles.count}>{m.desk_viewers_most({ count: viewers.length })}</p>}
			<ActionSheet
				open={isOpen}
				onOpenChange={setOpen}
				title={chosen?.name ?? ''}
				closeLabel={m.common_close()}
				actions={talk && chosen ? moderationActions(talk, { ...chosen, userId: chosen.id }) : []}
			/>
		</div>
	)
}
