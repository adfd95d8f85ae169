import { useSearch } from '@tanstack/react-router'
import { isFlagSet } from '../../features/account/index.ts'
import { m } from '../../locales/index.ts'
import { ForgotByPhone } from './ForgotByPhone.tsx'
import { UnbindByPhone } from './UnbindByPhone.tsx'

export const title = () => m.account_forgot_title()

/** /forgetPwd/phoneRetrieve: a code to the mobile number, for a new password or to unbind a linked account (ROUTE-07). */
export function PhoneRetrieve() {
	const { iswx, isApple } = useSearch({ from: '/forgetPwd/phoneRetrieve' })
	if (!isFlagSet(iswx) && !isFlagSet(isApple)) return <ForgotByPhone />
	return <UnbindByPhone provider={isFlagSet(isApple) ? 'deviceMaker' : 'messenger'} />
}

export { PhoneRetrieve as Screen }
