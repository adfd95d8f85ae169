import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { lazyComponent } from '../../../ui/index.ts'
import { type ChatItem, ChatPanel, type useChat } from '../../live/index.ts'

const AnswerSheet = lazyComponent(async () => (await import('./AnswerSheet.tsx')).AnswerSheet, { overlay: true })

export interface QuestionsPanelProps {
	meetingId: MeetingId
	used: ReturnType<typeof useChat>
	onSignIn(): void
}

/** The questions of the viewers, each with a way to answer it (QUES-03). */
export function QuestionsPanel({ meetingId, used, onSignIn }: QuestionsPanelProps) {
	const [question, setQuestion] = useState<ChatItem>()
	const [isOpen, setOpen] = useState(false)
	function answer(item: ChatItem) {
		setQuestion(item)
		setOpen(true)
	}
	return (
		<>
			<ChatPanel {...used} kind="questions" freeTalk={false} onSignIn={onSignIn} onAnswer={answer} />
			{question && (
				<AnswerSheet key={question.id} meetingId={meetingId} question={question} open={isOpen} onOpenChange={setOpen} />
			)}
		</>
	)
}
