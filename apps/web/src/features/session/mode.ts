import { useState } from 'react'
import { storage } from '../../storage/index.ts'

/** By name and password, or by a code sent to a mobile number. The words are those kept in the browser (OP-026). */
export type SignInMethod = 'account' | 'mobile'

/** The way of signing in used last; the account where there was none. */
export function useSignInMethod() {
	const [mode, setMode] = useState<SignInMethod>(() => (storage.read('activeType') === 'mobile' ? 'mobile' : 'account'))
	function choose(next: SignInMethod) {
		storage.write('activeType', next)
		setMode(next)
	}
	return [mode, choose] as const
}
