import { meeting as calls, type SiteManage } from '@parley/api'
import { delays } from '@parley/core'
import { useEffect } from 'react'
import { track } from '../../../analytics/index.ts'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import { serverNow } from '../../site/index.ts'
import { type Draft, moveStartToFuture, newDraft, toNewMeeting } from '../draft/draft.ts'
import { useDraft } from '../draft/useDraft.ts'
import { createMessages } from '../form/draftLabels.ts'
import { generateHostPassword, randomIntBelow } from '../form/hostPassword.ts'
import { toCreateError } from './refusals.ts'
import { useSending } from './useSending.ts'

export interface CreateMeetingHandlers {
	onScheduled(meetingId: string): void
	onLogin(): void
}

/** A new meeting: the form it is written in, and sending it. */
export function useCreateMeeting(
	site: SiteManage | undefined,
	offersPeople: boolean,
	{ onScheduled, onLogin }: CreateMeetingHandlers,
) {
	const needsAttendees = offersPeople && site?.isOa === true && site.inviteesNeeded
	const { atHand, learn, fault, keepUnsent } = useDraft({
		kind: 'create',
		initialDraft: () => newDraft(serverNow(), generateHostPassword(randomIntBelow), site),
		requirements: { attendees: needsAttendees, rejectsMidnight: false, attendeesOnly: false },
	})
	const { isSending, isHere, once } = useSending()

	// The defaults of the site may come after the form stands.
	// biome-ignore lint/correctness/useExhaustiveDependencies: learning is done once for each answer
	useEffect(() => {
		if (!site) return
		const { durationS, isPrivate } = newDraft(serverNow(), '', site)
		learn({ durationS, isPrivate })
	}, [site])

	async function send(draft: Draft) {
		const start = moveStartToFuture(draft, serverNow())
		if (start !== draft.start) atHand.update({ start })
		const answer = await callApi(calls.create, toNewMeeting({ ...draft, start }), { handles401: true, quiet: true })
		if (answer.ok) {
			track({ event: 'create', meetingId: answer.value.meetingId })
			if (isHere()) onScheduled(answer.value.meetingId)
			return
		}
		if (!isHere()) return

		const saying = toCreateError(answer.failure)
		if (saying.at === 'login') {
			keepUnsent()
			toast.show(m.scheduling_login_again())
			return onLogin()
		}
		if (saying.at === 'field') return fault(saying.field, saying.fault)
		toast.show(createMessages[saying.says](), { tone: 'error', durationMs: delays.createToastMs })
	}

	return { atHand, isSending, needsAttendees, send: (draft: Draft) => once(() => send(draft)) }
}
