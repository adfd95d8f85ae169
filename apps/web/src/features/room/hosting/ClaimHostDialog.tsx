import { joining } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type ApiFailure, callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { PasswordField, useAction } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

export interface ClaimHostDialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	meetingId: MeetingId
	/** Returns the proof that the person is in the room. */
	getVisitToken: () => string | undefined
}

type Failure = ApiFailure<typeof joining.claimHost>

const messages: RefusalTable<typeof joining.claimHost, () => string, GeneralRefusal> = {
	wrongPassword: m.room_claim_wrong,
	challengeNeeded: m.room_claim_too_many,
	challengeFailed: m.room_claim_too_many,
	challengeExpired: m.room_claim_too_many,
	missing: m.room_claim_missing,
	tooMany: m.room_claim_too_many,
	signedOut: m.room_claim_failed,
	forbidden: m.room_claim_failed,
	staleToken: m.room_claim_failed,
	invalidInput: m.room_claim_wrong,
	phoneNeeded: m.room_claim_failed,
	profileNeeded: m.room_claim_failed,
	broken: m.room_claim_failed,
	unknown: m.room_claim_failed,
}

/** Asks for the host password, with which a person in the room becomes its host (ROOM-173). */
export function ClaimHostDialog({ open, onOpenChange, meetingId, getVisitToken }: ClaimHostDialogProps) {
	const form = useId()
	const [error, setError] = useState<string>()
	const visit = useVisitEnd()
	const [claim, isClaiming] = useAction(
		(password: string) =>
			callApi(
				joining.claimHost,
				{ meetingId, password, visitToken: getVisitToken() ?? '' },
				{ signal: visit.current.signal },
			),
		// The room says who is the host.
		answer => (answer.ok ? close() : fail(answer.failure)),
	)

	const fail = (failure: Failure) => setError(valueOfFailure(failure, messages, m.room_claim_failed)())

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const password = String(new FormData(event.currentTarget).get('password'))
		if (password === '') return setError(m.room_claim_empty())
		setError(undefined)
		void claim(password)
	}

	function close() {
		setError(undefined)
		onOpenChange(false)
	}

	return (
		<Dialog
			open={open}
			onOpenChange={next => !next && close()}
			title={m.room_claim()}
			text={m.room_claim_text()}
			cancel={{ label: m.room_cancel(), onPress: close }}
			confirm={{ label: m.room_claim_submit(), form, loading: isClaiming && m.room_claim_working() }}
		>
			<form id={form} onSubmit={submit}>
				<PasswordField
					name="password"
					label={m.room_claim_password()}
					showLabel={m.room_claim_show()}
					clipboard="allowed"
					error={error}
				/>
			</form>
		</Dialog>
	)
}

/** Aborted when the room goes, so that the slider for the password is not left over the screen that says why (ROOM-182). */
function useVisitEnd() {
	const visit = useRef(new AbortController())
	useEffect(() => {
		if (visit.current.signal.aborted) visit.current = new AbortController()
		return () => visit.current.abort()
	}, [])
	return visit
}
