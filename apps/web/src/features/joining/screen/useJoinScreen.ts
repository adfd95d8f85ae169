import { isHostOrCreator } from '@parley/core'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { toMeetingReader } from '../../meeting/index.ts'
import { hasJustSignedIn } from '../../session/index.ts'
import { useDevicePreferences } from '../form/DeviceSwitches.tsx'
import { useParticipantIdentity } from '../form/participantIdentity.ts'
import { adaptToForm, type JoinError, stillWaitingFor } from '../join/joinErrors.ts'
import { isJoinFormComplete, type JoinFormValues } from '../join/joinForm.ts'
import type { JoinResult } from '../join/joinMeeting.ts'
import { linkPassword } from '../join/linkVisit.ts'
import { type JoinMeetingOptions, type JoinMethod, useJoinMeeting } from '../join/useJoinMeeting.ts'
import type { JoinPrefill, JoinTarget } from '../links/joinAddress.ts'
import { useMeetingLookup } from '../lookup/useMeetingLookup.ts'
import { getRefusalDestination, type JoinOrigin, joinReducer } from './joinReducer.ts'

export interface JoinScreenOptions {
	target: JoinTarget
	prefill: JoinPrefill
	/** The join was begun before signing in and continues without a tap (ROUTE-21). */
	joinsAutomatically: boolean
	/** They have just chosen to join again (ROOM-198). */
	isRejoin?: boolean
	/** The password that came with a link. */
	password?: string | undefined
	/** A short link or a scanned code led here. */
	isLinkVisit?: boolean
	/** The shell asked for the join (OP-055). */
	isFromShell?: boolean
}

export interface JoinScreenHandlers extends JoinMeetingOptions {
	/** A refusal leads to another screen by itself. */
	onRedirect(
		to: Exclude<ReturnType<typeof getRefusalDestination>, 'stay'>,
		error: JoinError,
		values: JoinFormValues,
	): void
	/** The join starts without a tap, and must not do so again when a person returns to this screen. */
	onAutoJoin?(): void
}

/** The join screen: its form, the meeting that is looked up, and the join (JOIN-01 to JOIN-25). */
export function useJoinScreen(options: JoinScreenOptions, handlers: JoinScreenHandlers) {
	const { target, prefill, joinsAutomatically, isRejoin, password = '', isLinkVisit, isFromShell } = options
	const identity = useParticipantIdentity(prefill.displayName)
	const devices = useDevicePreferences()
	const join = useJoinMeeting({ ...handlers, onOpenRoom: devices.keepForRoom })
	const givenId = target.type === 'given' ? target.meetingId : undefined
	const { detail, retry: retryLookup } = useMeetingLookup(givenId)
	const [state, dispatch] = useReducer(joinReducer, { status: 'editing' })
	const [method, setMethod] = useState<JoinMethod>('any')
	const [values, setValues] = useState<JoinFormValues>({
		meetingId: givenId ?? prefill.meetingId ?? '',
		displayName: identity.name,
		password,
	})

	const meeting = detail.status === 'loaded' ? detail.meeting : undefined
	const isHost = meeting !== undefined && isHostOrCreator(toMeetingReader(identity.person), meeting)
	const hasPassword = meeting?.needsPassword ?? (target.type === 'given' && target.hasPassword)
	const [wasPasswordWrong, setPasswordWrong] = useState(false)
	// JOIN-22
	const isPasswordRequired = (hasPassword || wasPasswordWrong) && !isHost

	function edit(change: Partial<JoinFormValues>) {
		setValues({ ...values, ...change })
		dispatch({ type: 'edited' })
	}

	// A join must not open the room of a person who has left the screen meanwhile.
	const joinAbort = useRef<AbortController>(undefined)
	useEffect(() => () => joinAbort.current?.abort(), [])

	async function submit(by: JoinMethod = 'any', isAutomatic = false) {
		const submitted = { type: 'submitted', values, isPasswordRequired } as const
		dispatch(submitted)
		const next = joinReducer(state, submitted)
		const isTry = next.status === 'waiting'
		if (next === state || (next.status !== 'joining' && !isTry)) return
		setMethod(by)
		const abort = new AbortController()
		joinAbort.current = abort
		const { password, ...request } = values
		const { audio, video } = by === 'app' ? devices : devices.forRoom
		const result = await join(
			{
				...request,
				...(isPasswordRequired && { password }),
				audio,
				video,
				isFromShell,
				isAutomatic,
				signal: abort.signal,
			},
			by,
		)
		if (!abort.signal.aborted) complete(result, isTry)
	}

	/** Back from waiting to the form, which is as it was. */
	function stopWaiting() {
		joinAbort.current?.abort()
		dispatch({ type: 'waitingLeft' })
	}

	function complete(result: JoinResult, isTry: boolean) {
		if (result.status !== 'refused') return dispatch({ type: 'completed', result, hadPassword: isPasswordRequired })
		const error = adaptToForm(result.error, { isIdEditable: givenId === undefined, isPasswordRequired })
		dispatch({ type: 'completed', result: { status: 'refused', error }, hadPassword: isPasswordRequired })
		if (isTry && state.status === 'waiting' && stillWaitingFor(state.error, error)) return
		if (error.type === 'wrongPassword') setPasswordWrong(true)
		if (error.clearsPassword) clearPassword()
		const origin: JoinOrigin = isLinkVisit ? 'link' : givenId === undefined ? 'typing' : 'list'
		const destination = getRefusalDestination(error, { from: origin })
		if (destination !== 'stay') handlers.onRedirect(destination, error, values)
	}

	function clearPassword() {
		setValues(current => ({ ...current, password: '' }))
		if (givenId !== undefined) linkPassword.save(givenId, undefined)
	}

	useAutoJoin(
		joinsAutomatically && detail.status !== 'loading' && isJoinFormComplete(values, isPasswordRequired),
		() => {
			handlers.onAutoJoin?.()
			void submit('any', !isRejoin && !hasJustSignedIn())
		},
	)
	return {
		values,
		edit,
		state,
		method,
		detail,
		retryLookup,
		meeting,
		identity,
		devices,
		isPasswordRequired,
		submit,
		stopWaiting,
	}
}

/** Joins once, as soon as everything is there. */
function useAutoJoin(isReady: boolean, join: () => void) {
	const hasJoined = useRef(false)
	const joinOnce = useEffectEvent(() => {
		if (hasJoined.current) return
		hasJoined.current = true
		join()
	})
	useEffect(() => {
		if (!isReady) return
		// Not in the effect itself: React runs the clean-up of a new screen once in development, which would abort the join.
		const timer = setTimeout(() => joinOnce())
		return () => clearTimeout(timer)
	}, [isReady])
}
