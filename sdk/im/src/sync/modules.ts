import { type ImModule, imModules, moduleOfOption, type SyncOption, syncOptions } from '@parley/im'

/** Parts that are on only on request (SYNC-08); `chat` is on whenever `friend` is (SYNC-09). */
export type RequestedModules = Partial<Record<'notice' | 'friend' | 'chat' | 'video' | 'muc', boolean>>

/**
 * Those that are on. Always (SYNC-07): `public` asks the servers of tokens and of who is online, `user` asks who people are,
 * `system` hears how the session ends. Nothing of them is synchronised.
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

/** What is read with these. */
export function optionsOf(requested?: RequestedModules): SyncOption[] {
	const modules = modulesOf(requested)
	return syncOptions.filter(option => modules.includes(moduleOfOption[option]))
}
