import { codePointLength, type MeetingId } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, TextArea, toast, useAction } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import type { TalkItem } from '../../live/index.ts'
import { answerQuestion } from '../state/deskActions.ts'
import styles from './TextSheet.module.css'

export interface AnswerSheetProps {
	meetingId: MeetingId
	question: TalkItem
	open: boolean
	onOpenChange(open: boolean): void
}

/** Answers one question; what was written stays when it was refused, or the sheet is closed. */
export function AnswerSheet({ meetingId, question, open, onOpenChange }: AnswerSheetProps) {
	const [text, setText] = useState('')
	const [error, setError] = useState<string>()
	const length = codePointLength(text.trim())
	const [send, isSending] = useAction(
		() => answerQuestion(meetingId, question.id, text.trim()),
		refused => {
			setError(refused)
			if (refused !== undefined) return
			setText('')
			onOpenChange(false)
			toast.show(m.desk_answer_done(), { tone: 'ok' })
		},
	)
	return (
		<Sheet
			full
			short
			open={open}
			onOpenChange={onOpenChange}
			title={m.desk_answer_title()}
			closeLabel={m.common_close()}
			actions={
				<Button
					kind="primary"
					size="large"
					block
					disabled={length === 0 || length > imLimits.maxContentLength}
					loading={isSending && m.desk_working()}
					onClick={() => void send()}
				>
					{m.desk_answer_send()}
				</Button>
			}
		>
			<blockquote className={styles.question}>
				<span className={styles.name}>{m.live_talk_asked({ name: question.name })}</span>
				{question.text}
			</blockquote>
			<TextArea
				label={m.desk_answer_label()}
				hint={m.desk_answer_note()}
				error={error}
				rows={5}
				value={text}
				count={{ length, max: imLimits.maxContentLength }}
				onChange={event => {
					setError(undefined)
					setText(event.target.value)
				}}
			/>
		</Sheet>
	)
}
