import { isHostOrCreator } from '@parley/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import { toViewer } from '../../meeting/index.ts'
import { hasJustSignedIn } from '../../session/index.ts'
import { isJoinFormComplete, type JoinFormValues } from '../form/joinForm.ts'
import { useParticipantIdentity } from '../form/participantIdentity.ts'
import { adaptToForm, type JoinError } from '../join/joinErrors.ts'
import { type JoinMeetingOptions, type JoinMethod, useJoinMeeting } from '../join/useJoinMeeting.ts'
import { linkPassword } from '../links/linkVisit.ts'
import { useMeetingLookup } from '../lookup/useMeetingLookup.ts'
import { useDevicePreferences } from '../useDevices.ts'
import type { JoinPrefill, JoinTarget } from './joinAddress.ts'
import { getRefusalDestination, type JoinOrigin, joinReducer } from './joinReducer.ts'

export interface JoinScreenOptions {
	target: JoinTarget
	/** What was filled in before signing in came between; then the join goes on by itself. */
	prefill: JoinPrefill
	joinsAutomatically: boolean
	/** A password that came with the link. */
	password?: string | undefined
	/** Came by a short link or a code. */
	isLinkVisit?: boolean
	/** The phone asked for it (OP-055). */
	isFromShell?: boolean
}

export interface JoinScreenHandlers extends JoinMeetingOptions {
	/** A refusal leads elsewhere by itself. */
	onRedirect(to: Exclude<ReturnType<typeof getRefusalDestination>, 'stay'>, why: JoinError, form: JoinFormValues): void
	/** The join goes on by itself, and must not do so again when somebody comes back here. */
	onAutoJoin?(): void
}

/** The join screen: what is filled in, how the join stands, what can be done (JOIN-01 to JOIN-25). */
export function useJoinScreen(
	{ target, prefill, joinsAutomatically, password = '', isLinkVisit, isFromShell }: JoinScreenOptions,
	handlers: JoinScreenHandlers,
) {
	const who = useParticipantIdentity(prefill.displayName)
	const devices = useDevicePreferences()
	const enter = useJoinMeeting(handlers)
	const givenId = target.id === 'given' ? target.meetingId : undefined
	const { detail, again } = useMeetingLookup(givenId)
	const [state, tell] = useReducer(joinReducer, { at: 'form' })
	const [form, setForm] = useState<JoinFormValues>({
		meetingId: givenId ?? prefill.meetingId ?? '',
		displayName: who.name,
		password,
	})

	const meeting = detail.status === 'loaded' ? detail.meeting : undefined
	const isHost = meeting !== undefined && isHostOrCreator(toViewer(who.person), meeting)
	const isSaid = meeting?.needsPassword ?? (target.id === 'given' && target.hasPassword)
	const [isWanted, setWanted] = useState(false)
	const [door, setDoor] = useState<JoinMethod>('any')
	// JOIN-22: whoever runs the meeting is not asked.
	const asksPassword = (isSaid || isWanted) && !isHost

	const origin: JoinOrigin = isLinkVisit ? 'link' : givenId === undefined ? 'typing' : 'list'

	function forgetPassword() {
		setForm(now => ({ ...now, password: '' }))
		if (givenId !== undefined) linkPassword.save(givenId, undefined)
	}

	function edit(change: Partial<JoinFormValues>) {
		setForm({ ...form, ...change })
		tell({ type: 'edited' })
	}

	async function submit(by: JoinMethod = 'any', isUnbidden = false) {
		const asked = { type: 'asked', form, asksPassword } as const
		tell(asked)
		if (joinReducer(state, asked).at !== 'knocking' || state.at === 'knocking') return
		setDoor(by)
		const { password, ...knock } = form
		const sent = asksPassword ? { password } : {}
		const { audio, video } = devices
		const answer = await enter({ ...knock, ...sent, audio, video, isFromShell, isAutomatic: isUnbidden }, by)
		const entered =
			answer.at === 'turned-away'
				? {
						...answer,
						why: adaptToForm(answer.why, { isIdEditable: givenId === undefined, isPasswordRequired: asksPassword }),
					}
				: answer
		tell({ type: 'answered', entered, hadPassword: asksPassword })
		if (entered.at !== 'turned-away') return

		const { why } = entered
		if (why.says === 'wrongPassword') setWanted(true)
		if (why.clearsPassword) forgetPassword()
		const way = getRefusalDestination(why, { from: origin })
		if (way !== 'stay') handlers.onRedirect(way, why, form)
	}

	useAutoJoin(joinsAutomatically && detail.status !== 'loading' && isJoinFormComplete(form, asksPassword), () => {
		handlers.onAutoJoin?.()
		void submit('any', !hasJustSignedIn())
	})
	return { form, edit, state, door, detail, again, meeting, who, devices, asksPassword, submit }
}

/** Once, when everything is there (from=login). */
function useAutoJoin(isReady: boolean, goOn: () => void) {
	const went = useRef(false)
	useEffect(() => {
		if (!isReady || went.current) return
		went.current = true
		goOn()
	})
}
