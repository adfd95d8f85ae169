import { type ImModule, imModules, moduleOfOption, type SyncOption, syncOptions } from '@parley/im'

/** Parts that are on only on request (SYNC-08); `chat` is on whenever `friend` is (SYNC-09). */
export type RequestedModules = Partial<Record<'notice' | 'friend' | 'chat' | 'video' | 'muc', boolean>>

/**
 * Enabled modules. Always enabled (SYNC-07): `public` queries the servers of tokens and of online status, `user` looks
 * up people, `system` receives the end of the session. None of them is synchronised.
 */
export function modulesOf(requested: RequestedModules = {}): ImModule[] {
	const isOn: Partial<Record<ImModule, boolean | undefined>> = {
		...requested,
		public: true,
		user: true,
		system: true,
		chat: requested.chat || requested.friend,
	}
	return imModules.filter(name => isOn[name])
}

/** Options read with these modules. */
export function optionsOf(requested?: RequestedModules): SyncOption[] {
	const modules = modulesOf(requested)
	return syncOptions.filter(option => modules.includes(moduleOfOption[option]))
}
