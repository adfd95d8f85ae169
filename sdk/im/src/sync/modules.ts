import { type ImModule, moduleOfOption, type SyncOption, syncOptions } from '@parley/im'

/** Parts that are on only on request (SYNC-08); `chat` is on whenever `friend` is (SYNC-09). */
export type RequestedModules = Partial<Record<'notice' | 'friend' | 'chat' | 'video' | 'muc', boolean>>

/** The others are always on (SYNC-07). */
export function enabledModules(requested: RequestedModules = {}): Set<ImModule> {
	const modules = new Set<ImModule>(['public', 'user', 'system'])
	for (const [module, isOn] of Object.entries(requested)) if (isOn) modules.add(module as ImModule)
	if (modules.has('friend')) modules.add('chat')
	return modules
}

export const optionsOf = (modules: ReadonlySet<ImModule>): SyncOption[] =>
	syncOptions.filter(option => modules.has(moduleOfOption[option]))
