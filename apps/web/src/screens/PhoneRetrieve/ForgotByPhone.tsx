import { smsType } from '@parley/api'
import { defaults, digitsWhileTyping, limits } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { getForwardedSearch, notRegisteredError, parseTitle, verifyResetCode } from '../../features/account/index.ts'
import { isRegistrationOffered, useSite } from '../../features/site/index.ts'
import {
	checkMobile,
	getLastMobile,
	initialMobileCode,
	isMobileCodeFilled,
	MobileCodeFields,
	type MobileCodeValues,
	type MobileNumber,
	mobileMessage,
} from '../../features/verification/index.ts'
import { createFormError, FormPage, useSubmit } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'

/** The number the screen was opened with; then it has to be that one (SMS-09, SMS-10). */
function getInitialNumber({ mobile, mobileCode }: { mobile?: string | undefined; mobileCode?: string | undefined }) {
	const digits = digitsWhileTyping(mobile ?? '', limits.mobileMax)
	const areaCode = digitsWhileTyping(mobileCode ?? '', 5) || defaults.areaCode
	return digits === '' ? undefined : ({ areaCode, mobile: digits } satisfies MobileNumber)
}

export function ForgotByPhone() {
	const search = useSearch({ from: '/forgetPwd/phoneRetrieve' })
	const navigate = useNavigate()
	const back = useBack('/')
	const initial = getInitialNumber(search)
	const canRegister = useSite(isRegistrationOffered)
	const isPrivateSite = useSite(({ info }) => info?.isPrivate)
	const [values, setValues] = useState<MobileCodeValues>(() => ({
		...initialMobileCode(),
		...(initial ?? getLastMobile(smsType.forgot)),
	}))
	const query = getForwardedSearch(search)
	const signIn = () => void navigate({ to: '/Login', search: query })
	const register = () => void navigate({ to: '/Register', search: query })

	const { submit, isSubmitting, error, setError, clearError, errorAt } = useSubmit(
		() => verifyResetCode(values, initial, callApi),
		token => navigate({ to: '/forgetPwd/resetPwd', search: { ...query, token }, replace: true }),
	)

	/** SMS-29, OP-030 */
	async function beforeSend() {
		const key = await checkMobile(smsType.forgot, values, callApi)
		if (key === 'notRegistered') setError(createFormError(key, notRegisteredError))
		return key && mobileMessage(key)
	}

	return (
		<FormPage
			title={parseTitle(search.title) ?? m.account_forgot_title()}
			lead={m.account_forgot_phone_lead()}
			onBack={back}
			submit={{
				label: m.account_forgot_submit(),
				isReady: isMobileCodeFilled(values),
				busy: isSubmitting && m.account_forgot_working(),
				onSubmit: submit,
			}}
			error={error}
			remedies={{
				...(canRegister && { register }),
				signIn,
				reload: () => window.location.reload(),
			}}
			alternative={
				isPrivateSite
					? undefined
					: {
							remedy: 'byOa',
							label: m.account_by_oa(),
							onPress: () => void navigate({ to: '/forgetPwd/oaVerification', search: query, replace: true }),
						}
			}
		>
			<MobileCodeFields
				value={values}
				onChange={values => {
					clearError()
					setValues(values)
				}}
				type={smsType.forgot}
				isAreaLocked={initial !== undefined}
				initial={initial}
				beforeSend={beforeSend}
				mobileError={errorAt('mobile')}
				codeError={errorAt('code')}
			/>
		</FormPage>
	)
}
