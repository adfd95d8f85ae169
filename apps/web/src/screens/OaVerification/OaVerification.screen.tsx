import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isFlagSet } from '../../features/account/index.ts'
import { m } from '../../locales/index.ts'
import { ForgotByOa } from './ForgotByOa.tsx'

export const title = () => m.account_forgot_title()

const UnbindByOa = lazy(async () => ({ default: (await import('./UnbindByOa.tsx')).UnbindByOa }))

/** /forgetPwd/oaVerification: the OA account proves somebody, to unlink a sign-in or for a new password (OP-038). */
export function OaVerification() {
	const { iswx, isApple } = useSearch({ from: '/forgetPwd/oaVerification' })
	if (!isFlagSet(iswx) && !isFlagSet(isApple)) return <ForgotByOa />
	return (
		<Suspense>
			<UnbindByOa provider={isFlagSet(isApple) ? 'deviceMaker' : 'messenger'} />
		</Suspense>
	)
}

export { OaVerification as Screen }
