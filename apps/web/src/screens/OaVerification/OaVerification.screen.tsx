import { useSearch } from '@tanstack/react-router'
import { isFlagSet } from '../../features/account/index.ts'
import { m } from '../../locales/index.ts'
import { ForgotByOa } from './ForgotByOa.tsx'
import { UnbindByOa } from './UnbindByOa.tsx'

export const title = () => m.account_forgot_title()

/** /forgetPwd/oaVerification: the OA account, for a new password or to unbind a linked account (OP-038). */
export function OaVerification() {
	const { iswx, isApple } = useSearch({ from: '/forgetPwd/oaVerification' })
	if (!isFlagSet(iswx) && !isFlagSet(isApple)) return <ForgotByOa />
	return <UnbindByOa provider={isFlagSet(isApple) ? 'deviceMaker' : 'messenger'} />
}

export { OaVerification as Screen }
