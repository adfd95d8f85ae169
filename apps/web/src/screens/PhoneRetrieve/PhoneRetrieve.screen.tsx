import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isFlagSet } from '../../features/account/index.ts'
import { m } from '../../locales/index.ts'
import { ForgotByPhone } from './ForgotByPhone.tsx'

export const title = () => m.account_forgot_title()

const UnbindByPhone = lazy(async () => ({ default: (await import('./UnbindByPhone.tsx')).UnbindByPhone }))

/** /forgetPwd/phoneRetrieve: a code proves somebody, for a new password or to unlink a sign-in (ROUTE-07). */
export function PhoneRetrieve() {
	const { iswx, isApple } = useSearch({ from: '/forgetPwd/phoneRetrieve' })
	if (!isFlagSet(iswx) && !isFlagSet(isApple)) return <ForgotByPhone />
	return (
		<Suspense>
			<UnbindByPhone provider={isFlagSet(isApple) ? 'deviceMaker' : 'messenger'} />
		</Suspense>
	)
}

export { PhoneRetrieve as Screen }
