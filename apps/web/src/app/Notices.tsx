import { useReachable } from '../api/index.ts'
import { m, useLanguage } from '../locales/index.ts'
import { OfflineNotice, ToastHost, toast } from '../ui/index.ts'
import { useOnline } from './useOnline.ts'
import type { Word } from './word.ts'

const words = {
	timeout: m.net_timeout,
	bindPhone: m.says_phone_needed,
	perfectInfo: m.says_profile_needed,
} satisfies Record<Word, () => string>

export const sayWord = (word: Word) => toast.show(words[word](), { tone: 'error' })

/** What any screen may be told in passing. */
export function Notices() {
	useLanguage()
	const reachable = useReachable()
	const online = useOnline()
	return (
		<>
			<OfflineNotice offline={!reachable || !online} text={m.net_offline()} />
			<ToastHost />
		</>
	)
}
