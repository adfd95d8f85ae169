import type { Platform } from '../../platform/noun.ts'
import type { AccountService, AuthenticatePassword, MobileNumberService } from '../account/index.ts'
import { watchSessionEndings } from './endingsWatch.ts'
import { sessionHttp } from './http.ts'
import { createSessionService } from './service.ts'
import { createSqlSessionStore } from './store.sql.ts'

export type SessionDeps = Platform & {
	account: { accounts: AccountService; numbers: MobileNumberService; authenticatePassword: AuthenticatePassword }
}

function open({ db, clock, ids, log, account }: SessionDeps) {
	const { accounts, numbers, authenticatePassword } = account
	const sessions = createSessionService({
		store: createSqlSessionStore(db),
		accounts,
		numbers,
		authenticatePassword,
		clock,
		ids,
	})
	const listeners: (() => Promise<unknown>)[] = []
	let endings: { stop(): void } | undefined
	return {
		sessions,
		/** Calls the listener within about half a second after sessions were ended, by whichever process. */
		onEndings: (listener: () => Promise<unknown>) => void listeners.push(listener),
		calls: { session: sessionHttp(sessions) },
		jobs: [{ name: 'expired sessions', run: sessions.removeExpired }],
		start() {
			endings = watchSessionEndings({
				readVersion: sessions.endingsVersion,
				onEnded: () => Promise.all(listeners.map(listener => listener())),
				log,
			})
		},
		beginStop: () => endings?.stop(),
	}
}

export const sessionNoun = { name: 'session' as const, open }
