import type { Poll } from '@parley/room'
import { useId, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, RadioRow } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import type { RoomController } from '../roomController.ts'
import { type JoinedRoom, mayDo } from '../roomState.ts'
import { PollForm } from './PollForm.tsx'
import styles from './PollSheet.module.css'

export interface PollSheetProps {
	room: JoinedRoom
	controller: Pick<RoomController, 'startPoll' | 'answerPoll' | 'endPoll'>
	open: boolean
	onOpenChange: (open: boolean) => void
}

/** The poll of the room: to answer, to read the counts of, and for those who run the meeting to begin and to end (ROOM-215). */
export function PollSheet({ room, controller, open, onOpenChange }: PollSheetProps) {
	const mayRun = mayDo(room, 'run-poll')
	const { poll } = room
	/** The ended poll in whose place another one is written. */
	const [replaced, setReplaced] = useState<number>()
	const isWriting = mayRun && !poll?.isOpen && (!poll || poll.id === replaced)
	return (
		<Sheet
			open={open && (mayRun || poll !== null)}
			onOpenChange={onOpenChange}
			title={m.poll_title()}
			closeLabel={m.room_close()}
		>
			{isWriting && <PollForm startPoll={controller.startPoll} />}
			{poll && !isWriting && (
				<>
					<PollOptions poll={poll} onAnswer={controller.answerPoll} />
					{mayRun && (
						<Button block kind="secondary" onClick={poll.isOpen ? controller.endPoll : () => setReplaced(poll.id)}>
							{poll.isOpen ? m.poll_end() : m.poll_new()}
						</Button>
					)}
				</>
			)}
		</Sheet>
	)
}

/** Counts are shown to a person once they have answered, so that they do not follow the others. */
function PollOptions({ poll, onAnswer }: { poll: Poll; onAnswer: RoomController['answerPoll'] }) {
	const name = useId()
	const { ownAnswer } = poll
	const [sending, setSending] = useState<number>()
	const [hasFailed, setFailed] = useState(false)
	/** Counts answers: the result of one that was replaced shows nothing. */
	const attempt = useRef(0)
	const chosen = sending ?? ownAnswer

	async function answer(index: number) {
		const own = ++attempt.current
		setFailed(false)
		setSending(index)
		const isCounted = await onAnswer(poll.id, index)
		if (own !== attempt.current) return
		setSending(undefined)
		setFailed(!isCounted)
	}

	const total = poll.options.reduce((sum, { count }) => sum + count, 0)
	const showsCounts = ownAnswer !== null || !poll.isOpen
	return (
		<fieldset className={styles.options} disabled={!poll.isOpen}>
			<legend className={styles.question}>{poll.question}</legend>
			{poll.options.map(({ text, count }, index) => {
				const percent = total === 0 ? 0 : Math.round((count / total) * 100)
				return (
					<div key={text} className={styles.option}>
						<RadioRow
							name={name}
							label={text}
							note={showsCounts ? m.poll_counted({ count, percent }) : undefined}
							checked={chosen === index}
							onChange={() => void answer(index)}
						/>
						{showsCounts && <span className={styles.bar} style={{ width: `${percent}%` }} aria-hidden="true" />}
					</div>
				)
			})}
			{hasFailed && poll.isOpen && (
				<p className={styles.error} role="alert">
					{m.poll_answer_failed()}
				</p>
			)}
			<p className={styles.note}>
				{poll.isOpen ? m.poll_note() : m.poll_ended()} {showsCounts && m.poll_total({ count: total })}
			</p>
		</fieldset>
	)
}
