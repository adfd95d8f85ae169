import { company, type Invitation, invitationAction } from '@parley/api'
import { useEffect, useReducer } from 'react'
import { callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { toast, useAction } from '../../ui/index.ts'
import { refreshPerson } from '../session/index.ts'
import { switchCompany, switchErrorMessage } from './switchCompany.ts'

export type InvitationAction = keyof typeof invitationAction

/** The unanswered invitations; the first one is shown (CORP-03). */
export interface InvitationQueue {
	pending: readonly Invitation[]
	/** The answer being sent. */
	sending?: InvitationAction | undefined
}

export type InvitationQueueEvent =
	| { type: 'loaded'; invitations: readonly Invitation[] }
	| { type: 'answering'; action: InvitationAction }
	/** The first one is answered, or does not exist any more. */
	| { type: 'settled' }
	/** The answer could not be sent; the first one is shown again. */
	| { type: 'failed' }
	/** Closed without an answer: all wait for the next visit. */
	| { type: 'postponed' }

export const emptyQueue: InvitationQueue = { pending: [] }

export function invitationReducer(queue: InvitationQueue, event: InvitationQueueEvent): InvitationQueue {
	switch (event.type) {
		case 'loaded':
			return { pending: event.invitations }
		case 'answering':
			return { ...queue, sending: event.action }
		case 'settled':
			return { pending: queue.pending.slice(1) }
		case 'failed':
			return { pending: queue.pending }
		case 'postponed':
			return emptyQueue
	}
}

/**
 * The companies that invite the signed-in person. Fetched once per mount, without a query: they must not appear while
 * the list is open (CORP-03, OP-105).
 */
export function useInvitations() {
	const [queue, dispatch] = useReducer(invitationReducer, emptyQueue)

	useEffect(() => {
		const abort = new AbortController()
		const options = { quiet: true, handles401: true, signal: abort.signal }
		void callApi(company.invitations, {}, options).then(answer => {
			if (answer.ok) dispatch({ type: 'loaded', invitations: answer.value })
		})
		return () => abort.abort()
	}, [])

	const [answer] = useAction(
		(invitation: Invitation, action: InvitationAction) => {
			dispatch({ type: 'answering', action })
			return answerInvitation(invitation, action)
		},
		isSettled => dispatch({ type: isSettled ? 'settled' : 'failed' }),
	)

	return {
		queue,
		answer(action: InvitationAction) {
			const [invitation] = queue.pending
			if (invitation) void answer(invitation, action)
		},
		postpone: () => dispatch({ type: 'postponed' }),
	}
}

interface AnswerError {
	message(): string
	/** The invitation does not exist any more. */
	isSettled: boolean
}
const unsettled = { message: m.company_invitation_failed, isSettled: false }

export const answerRefusals: RefusalTable<typeof company.treatInvitation, AnswerError, GeneralRefusal> = {
	signedOut: unsettled,
	forbidden: unsettled,
	missing: { message: m.company_invitation_gone, isSettled: true },
	staleToken: unsettled,
	invalidInput: unsettled,
	tooMany: unsettled,
	phoneNeeded: unsettled,
	profileNeeded: unsettled,
	broken: unsettled,
	unknown: unsettled,
}
const networkError: AnswerError = { message: m.company_invitation_network, isSettled: false }

/** Returns whether the invitation is settled; errors are shown as toasts. */
async function answerInvitation({ companyId }: Invitation, action: InvitationAction): Promise<boolean> {
	const input = { action: invitationAction[action], companyId }
	const answer = await callApi(company.treatInvitation, input, { quiet: true })
	if (!answer.ok) {
		const { message, isSettled } = valueOfFailure(answer.failure, answerRefusals, networkError)
		toast.show(message(), { tone: 'error' })
		return isSettled
	}
	if (action === 'accept') await enterCompany(answer.value.companyId)
	return true
}

/** Switches to a company that was just joined, once the person's companies are fetched again (CORP-04). */
async function enterCompany(companyId: Invitation['companyId']) {
	await refreshPerson()
	const message = switchErrorMessage(await switchCompany(companyId))
	if (message) toast.show(message, { tone: 'error' })
}
