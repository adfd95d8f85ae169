import type { MeetingId } from '@parley/core'
import { imLimits } from '@parley/im-sdk/constants'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import type { ChatItem } from '../../live/index.ts'
import { answerQuestion } from '../state/deskActions.ts'
import styles from './AnswerSheet.module.css'
import { TextSheet } from './TextSheet.tsx'

export interface AnswerSheetProps {
	meetingId: MeetingId
	question: ChatItem
	open: boolean
	onOpenChange(open: boolean): void
}

/** Answers one question; the text stays after a refusal, and when the sheet is closed. */
export function AnswerSheet({ meetingId, question, open, onOpenChange }: AnswerSheetProps) {
	const [text, setText] = useState('')
	const [error, setError] = useState<string>()
	const [send, isSending] = useAction(
		(answer: string) => answerQuestion(meetingId, question.id, answer),
		refused => {
			setError(refused)
			if (refused !== undefined) return
			setText('')
			onOpenChange(false)
			toast.show(m.desk_answer_done(), { tone: 'ok' })
		},
	)
	return (
		<TextSheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.desk_answer_title()}
			label={m.desk_answer_label()}
			note={m.desk_answer_note()}
			text={text}
			onChange={next => {
				setError(undefined)
				setText(next)
			}}
			maxLength={imLimits.maxContentLength}
			error={error}
			submit={{ label: m.desk_answer_send(), onPress: answer => void send(answer) }}
			isSending={isSending}
		>
			<blockquote className={styles.question}>
				<span className={styles.name}>{m.live_chat_asked({ name: question.name })}</span>
				{question.text}
			</blockquote>
		</TextSheet>
	)
}
