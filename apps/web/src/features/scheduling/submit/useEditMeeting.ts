import { meeting as calls, type MeetingForm } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { track } from '../../../analytics/index.ts'
import { callApi, reachability } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import { meetingZone } from '../../meeting/index.ts'
import { serverNow } from '../../site/index.ts'
import { type Draft, newDraft } from '../draft/draft.ts'
import { useDraft } from '../draft/useDraft.ts'
import { editMessages, type editRejectedMessages } from '../form/draftLabels.ts'
import {
	canShowForm,
	draftFromMeeting,
	parseEditSearch,
	parseMeetingId,
	parseTimeZone,
	toMeetingChanges,
} from './edit.ts'
import { type EditAccess, toEditAccess } from './editAccess.ts'
import type { EditSearch } from './editSearch.ts'
import { toEditError } from './refusals.ts'
import { useSending } from './useSending.ts'

export interface EditMeetingHandlers {
	onSaved(): void
	/** The meeting cannot be edited, and these are the words for it (EDIT-11, EDIT-12). */
	onRejected(says: keyof typeof editRejectedMessages): void
	onLogin(): void
}

/** Where the edit form stands. What is written before the server has answered is kept. */
export type EditMeetingState =
	| { at: 'asking'; stands: boolean }
	| { at: 'ready'; meeting: MeetingForm; isFixed: boolean }
	| { at: 'failed'; why: 'unreachable' | 'broken' }

interface EditMeetingOptions {
	search: EditSearch
	offersPeople: boolean
	/** The site wants at least one to be invited (CREATE-22). */
	inviteesNeeded: boolean
}

/** A meeting that exists: the form it is changed in, and sending what was changed. */
export function useEditMeeting(
	{ search, offersPeople, inviteesNeeded }: EditMeetingOptions,
	handlers: EditMeetingHandlers,
) {
	const [said] = useState(() => parseEditSearch(search))
	const meetingId = parseMeetingId(search)
	const [state, setState] = useState<EditMeetingState>({ at: 'asking', stands: canShowForm(said) })
	const [tries, setTries] = useState(0)
	const meeting = state.at === 'ready' ? state.meeting : undefined
	const isFixed = state.at === 'ready' && state.isFixed
	const needsAttendees = offersPeople && meeting?.isOa === true && inviteesNeeded
	const { atHand, learn, fault, keepUnsent } = useDraft({
		kind: 'edit',
		initialDraft: () => ({ ...newDraft(serverNow(), ''), ...said }),
		requirements: {
			attendees: needsAttendees,
			rejectsMidnight: true,
			savedStart: meeting?.startTime,
			attendeesOnly: isFixed,
		},
		search,
	})
	const { isSending, isHere, once } = useSending()

	/** EDIT-09: the session has ended; what was written waits. */
	function logInAgain() {
		keepUnsent()
		toast.show(m.scheduling_login_again())
		handlers.onLogin()
	}

	function settle(opening: EditAccess) {
		switch (opening.at) {
			case 'open':
				learn(draftFromMeeting(opening.meeting))
				return setState({ at: 'ready', meeting: opening.meeting, isFixed: opening.isFixed })
			case 'login':
				return logInAgain()
			case 'turned-away':
				return handlers.onRejected(opening.says)
			case 'failed':
				return setState({ at: 'failed', why: opening.why })
			case 'called-off':
				return
		}
	}

	/** EDIT-01, EDIT-12: whether it may be edited, and what it is like now. */
	async function open(id: MeetingId | undefined, signal: AbortSignal) {
		if (!id) return settle({ at: 'turned-away', says: 'editFail2' })
		const options = { quiet: true, handles401: true, signal }
		const answers = await Promise.all([callApi(calls.exists, { id }, options), callApi(calls.form, { id }, options)])
		if (!signal.aborted) settle(toEditAccess(...answers))
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each meeting and each try
	useEffect(() => {
		const abort = new AbortController()
		void open(meetingId, abort.signal)
		return () => abort.abort()
	}, [meetingId, tries])

	const hasFailed = state.at === 'failed'
	// biome-ignore lint/correctness/useExhaustiveDependencies: asks for the meeting there is when the network is back
	useEffect(() => {
		if (!hasFailed) return
		return reachability.subscribe(() => reachability.get() && again())
	}, [hasFailed])

	function again() {
		setState({ at: 'asking', stands: canShowForm(said) })
		setTries(tries + 1)
	}

	async function send(draft: Draft) {
		if (!meeting) return
		const id = meeting.meetingId
		const changes = isFixed
			? { attendees: draft.attendees, attendeesOnly: true }
			: toMeetingChanges(draft, atHand.state.saved, meeting.timeZone, serverNow())
		const answer = await callApi(calls.edit, { id, ...changes }, { handles401: true, quiet: true })
		if (answer.ok) {
			track({ event: 'edit', meetingId: id })
			if (isHere()) handlers.onSaved()
			return
		}
		if (!isHere()) return

		const saying = toEditError(answer.failure, 'repeatType' in changes ? 'recurrence' : 'start')
		if (saying.at === 'login') return logInAgain()
		if (saying.at === 'gone') return handlers.onRejected('edit-fail1')
		if (saying.at === 'field') return fault(saying.field, saying.fault)
		toast.show(editMessages[saying.says](), { tone: 'error' })
	}

	return {
		atHand,
		state,
		isSending,
		needsAttendees,
		zone: meetingZone(meeting ?? { startTime: search.start_time ?? '', timeZone: parseTimeZone(search) }),
		again,
		send: (draft: Draft) => once(() => send(draft)),
	}
}
