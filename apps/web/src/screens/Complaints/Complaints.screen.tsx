import { codePointLength, limits } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { RequireMember } from '../../features/personal/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { filterComplaint, isComplaintFilled, sendComplaint } from '../../features/support/index.ts'
import { FormPage, useLeaveQuestion, useSubmit } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBackTo } from '../../navigation/useBack.ts'
import { filterInput, LiveRegion, TextArea, toast } from '../../ui/index.ts'

export const title = () => m.support_complaint_title()

/** /complaints: a complaint to the support; leaving it leads to the personal centre (ROUTE-48). */
export function Complaints() {
	const back = useBackTo('/MeetingList/Personal')
	return (
		<RequireMember title={m.support_complaint_title()} text={m.support_complaint_guest_text()} onBack={back}>
			{({ user }) => <ComplaintForm user={user} onBack={back} />}
		</RequireMember>
	)
}

function ComplaintForm({ user, onBack }: { user: MemberSession['user']; onBack(): void }) {
	const navigate = useNavigate()
	const [text, setText] = useState('')
	const [removedEmoji, setRemovedEmoji] = useState('')
	const { submit, isSubmitting, error, clearError } = useSubmit(
		() => sendComplaint(text, user, callApi),
		() => {
			toast.show(m.support_complaint_done(), { tone: 'ok' })
			leaving.allow()
			onBack()
		},
	)
	const leaving = useLeaveQuestion({ isChanged: isComplaintFilled(text), onBack, text: m.support_complaint_discard() })

	return (
		<FormPage
			title={m.support_complaint_title()}
			lead={m.support_complaint_lead()}
			top={44}
			onBack={leaving.onBack}
			submit={{
				label: m.support_complaint_submit(),
				isReady: isComplaintFilled(text),
				busy: isSubmitting && m.support_complaint_working(),
				onSubmit: submit,
			}}
			error={error}
			remedies={{ signIn: () => void navigate({ to: '/Login' }), reload: () => window.location.reload() }}
		>
			<TextArea
				label={m.support_complaint_label()}
				placeholder={m.support_complaint_placeholder()}
				hint={removedEmoji ? m.common_emoji_removed({ removed: removedEmoji }) : undefined}
				name="complaint"
				count={{ length: codePointLength(text), max: limits.complaintMax }}
				value={text}
				{...filterInput(filterComplaint, setRemovedEmoji)}
				onChange={event => {
					clearError()
					setText(event.target.value)
				}}
			/>
			{leaving.question}
			<LiveRegion>{removedEmoji && m.common_emoji_removed({ removed: removedEmoji })}</LiveRegion>
		</FormPage>
	)
}

export { Complaints as Screen }
