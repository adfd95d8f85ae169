import { type ImModule, moduleOfOption, type SyncOption, syncOptions } from '@parley/im'

/** Parts that are on only on request (SYNC-08); `chat` is on whenever `friend` is (SYNC-09). */
export type RequestedModules = Partial<Record<'notice' | 'friend' | 'chat' | 'video' | 'muc', boolean>>

/** What is read with these; the others of {@link ImModule} are always on (SYNC-07). */
export function optionsOf(requested: RequestedModules = {}): SyncOption[] {
	const isOn: Partial<Record<ImModule, boolean | undefined>> = {
		...requested,
		chat: requested.chat || requested.friend,
	}
	return syncOptions.filter(option => isOn[moduleOfOption[option]])
}
