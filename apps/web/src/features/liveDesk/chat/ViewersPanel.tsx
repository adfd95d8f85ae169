import { liveDesk as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import {
	Avatar,
	Badge,
	Button,
	ErrorPanel,
	IconButton,
	lazyComponent,
	Skeleton,
	SkeletonLine,
} from '../../../ui/index.ts'
import { type Chat, moderationActions, RemoveDialog, runModeration, useChatState } from '../../live/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { viewersError } from '../state/deskActions.ts'
import styles from './ViewersPanel.module.css'

const ActionSheet = lazyComponent(async () => (await import('../../../ui/overlays/ActionSheet.tsx')).ActionSheet, {
	overlay: true,
})

/** Poll interval of the visible list. */
const pollMs = 5_000

interface Viewer {
	id: string
	name: string
	isGuest: boolean
}

export interface ViewersPanelProps {
	meetingId: MeetingId
	chat: Chat | undefined
}

/** People in the discussion now, with the actions available on each. */
export function ViewersPanel({ meetingId, chat }: ViewersPanelProps) {
	const { data, failure, refetch } = useCallQuery(
		calls.viewers,
		{ meetingId },
		{ scope: [getPersonScope()], everyMs: pollMs },
	)
	const runs = useChatState(chat, ({ rooms }) => rooms.discussion?.runs ?? false)
	const self = useChatState(chat, ({ userId }) => userId)
	const [chosen, setChosen] = useState<Viewer>()
	const [isOpen, setOpen] = useState(false)
	const [removing, setRemoving] = useState<{ userId: string; name: string }>()
	const restricted = useChatState(chat, ({ rooms }) => rooms.discussion?.restricted)
	const isMuted = (id: string) => restricted?.muted.some(({ userId }) => userId === id) ?? false
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
						{isMuted(viewer.id) && <Badge tone="warn">{m.desk_viewers_muted()}</Badge>}
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
			{chat && restricted && restricted.removed.length > 0 && <RemovedPeople chat={chat} people={restricted.removed} />}
			<ActionSheet
				open={isOpen}
				onOpenChange={setOpen}
				title={chosen?.name ?? ''}
				closeLabel={m.common_close()}
				actions={
					chat && chosen
						? moderationActions(
								chat,
								{ userId: chosen.id, name: chosen.name },
								{ isMuted: isMuted(chosen.id), onRemove: () => setRemoving({ userId: chosen.id, name: chosen.name }) },
							)
						: []
				}
			/>
			{chat && <RemoveDialog chat={chat} person={removing} onClose={() => setRemoving(undefined)} />}
		</div>
	)
}

/** Removed people, who cannot return until the host lets them. */
const RemovedPeople = ({ chat, people }: { chat: Chat; people: readonly { userId: string; name: string }[] }) => (
	<section className={styles.removed} aria-label={m.desk_viewers_removed()}>
		<h2 className={styles.count}>{m.desk_viewers_removed()}</h2>
		<ul className={styles.list}>
			{people.map(({ userId, name }) => (
				<li key={userId} className={styles.viewer}>
					<Avatar name={name} />
					<span className={styles.name}>{name}</span>
					<Button
						kind="quiet"
						aria-label={m.desk_viewers_return_of({ name })}
						onClick={() => void runModeration(chat.letBackIn(userId), m.live_chat_returned({ name }))}
					>
						{m.desk_viewers_return()}
					</Button>
				</li>
			))}
		</ul>
	</section>
)
