import type { Platform } from '../../platform/noun.ts'
import type { AccountService } from '../account/index.ts'
import type { SessionService } from '../session/index.ts'
import { companyHttp } from './http.ts'
import { openInvitations } from './openInvitations.ts'

export type InvitationDeps = Pick<Platform, 'db' | 'clock'> & {
	account: { accounts: AccountService }
	session: { sessions: SessionService }
}

function open({ db, clock, account, session }: InvitationDeps) {
	const invitations = openInvitations({ db, clock })
	return { invitations, calls: { company: companyHttp(account.accounts, session.sessions, invitations) } }
}

export const invitationNoun = { name: 'invitation' as const, open }
