import { lazy, Suspense } from 'react'
import { m } from '../../locales/index.ts'
import { Spinner } from '../../ui/index.ts'
import type { SmsFormProps } from './SmsForm.tsx'

const SmsForm = lazy(async () => ({ default: (await import('./SmsForm.tsx')).SmsForm }))

/** Signing in by a code; most people sign in otherwise, so it comes when it is chosen. */
export function SmsSignIn(props: SmsFormProps) {
	return (
		<Suspense fallback={<Spinner label={m.common_loading()} />}>
			<SmsForm {...props} />
		</Suspense>
	)
}
