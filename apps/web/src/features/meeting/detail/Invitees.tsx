import { type Attendees, meeting as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useAnswers } from '../../../answers/index.ts'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'

const namesShown = 3

export interface InviteesProps {
	meetingId: MeetingId
	className: string | undefined
}

/** Who is invited, for whoever runs the meeting; nothing where it is for the whole company (ENT-05). */
export function Invitees({ meetingId, className }: InviteesProps) {
	const { pages } = useAnswers<Attendees | undefined, unknown>(`meeting invited ${meetingId}`, {
		async ask(_, signal) {
			const answer = await callApi(calls.form, { id: meetingId }, { quiet: true, handles401: true, signal })
			return answer.ok ? { ok: true, value: answer.value.meeting.attendees } : answer
		},
	})
	const words = inviteesText(pages?.[0])
	if (words === '') return null
	return (
		<div className={className}>
			<dt>{m.meeting_invited()}</dt>
			<dd>{words}</dd>
		</div>
	)
}

function inviteesText({ departments, people }: Attendees = { departments: [], people: [] }): string {
	const all = [...departments.map(({ number, name }) => name ?? number), ...people.map(({ id, name }) => name ?? id)]
	const names = all.slice(0, namesShown).join(m.meeting_invited_and())
	const more = all.length - namesShown
	return more > 0 ? m.meeting_invited_more({ names, count: all.length, more }) : names
}
