import { codePointLength, limits } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { FormPage, useFlow } from '../../features/account/index.ts'
import { type Member, MembersOnly } from '../../features/personal/index.ts'
import {
	type ComplaintSaying,
	complain,
	complaintSentence,
	complaintWhileTyping,
	isComplaint,
} from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { Aloud, TextArea, toast, whileTyping } from '../../ui/index.ts'

export const title = () => m.support_complaint_title()

/** /complaints: what somebody is not content with; both ways out lead to the personal centre (ROUTE-48). */
export function Complaints() {
	const back = useBack('/MeetingList/Personal')
	return (
		<MembersOnly title={m.support_complaint_title()} onBack={back}>
			{({ user }) => <ComplaintForm user={user} onBack={back} />}
		</MembersOnly>
	)
}

function ComplaintForm({ user, onBack }: { user: Member['user']; onBack(): void }) {
	const navigate = useNavigate()
	const flow = useFlow<ComplaintSaying>()
	const [text, setText] = useState('')
	const [tookEmoji, setTookEmoji] = useState(false)
	const { why } = flow

	function submit() {
		void flow.run(
			() => complain(text, user, callApi),
			() => {
				toast.show(m.support_complaint_done(), { tone: 'ok' })
				onBack()
			},
		)
	}

	return (
		<FormPage
			title={m.support_complaint_title()}
			lead={m.support_complaint_lead()}
			top={44}
			onBack={onBack}
			submit={{
				label: m.support_complaint_submit(),
				isReady: isComplaint(text),
				busy: flow.isAsking && m.support_complaint_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={why && complaintSentence(why)}
			remedies={{ 'sign-in': () => void navigate({ to: '/Login' }), reload: () => window.location.reload() }}
		>
			<TextArea
				label={m.support_complaint_label()}
				placeholder={m.support_complaint_placeholder()}
				hint={tookEmoji ? m.common_no_emoji() : undefined}
				name="complaint"
				count={{ length: codePointLength(text), max: limits.complaintMax }}
				value={text}
				{...whileTyping(complaintWhileTyping, setTookEmoji)}
				onChange={event => {
					flow.rest()
					setText(event.target.value)
				}}
			/>
			<Aloud>{tookEmoji && m.common_no_emoji()}</Aloud>
		</FormPage>
	)
}

export { Complaints as Screen }
