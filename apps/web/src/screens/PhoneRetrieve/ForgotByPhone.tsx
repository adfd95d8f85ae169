import { smsType } from '@parley/api'
import { defaults, digitsWhileTyping, limits } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	away,
	type ForgotSaying,
	FormPage,
	forgotSentence,
	getForwardedSearch,
	parseTitle,
	useFlow,
	verifyResetCode,
} from '../../features/account/index.ts'
import { isRegistrationOffered, useSite } from '../../features/site/index.ts'
import {
	checkMobile,
	emptyMobileCode,
	getLastMobile,
	isMobileCodeFilled,
	MobileCodeFields,
	type MobileCodeValues,
	type MobileNumber,
	mobileMessage,
} from '../../features/verification/index.ts'
import { m } from '../../locales/index.ts'

/** The number the screen was opened with; from there on no other will do (SMS-09, SMS-10). */
function initialOf({ mobile, mobileCode }: { mobile?: string | undefined; mobileCode?: string | undefined }) {
	const digits = digitsWhileTyping(mobile ?? '', limits.mobileMax)
	const areaCode = digitsWhileTyping(mobileCode ?? '', 5) || defaults.areaCode
	return digits === '' ? undefined : ({ areaCode, mobile: digits } satisfies MobileNumber)
}

export function ForgotByPhone() {
	const search = useSearch({ from: '/forgetPwd/phoneRetrieve' })
	const navigate = useNavigate()
	const back = useBack('/')
	const initial = initialOf(search)
	const canRegister = useSite(isRegistrationOffered)
	const isPrivateSite = useSite(({ info }) => info?.isPrivate)
	const flow = useFlow<ForgotSaying>()
	const [form, setForm] = useState<MobileCodeValues>(() => ({
		...emptyMobileCode,
		...(initial ?? getLastMobile(smsType.forgot)),
	}))
	const query = getForwardedSearch(search)
	const signIn = () => void navigate({ to: '/Login', search: query })
	const register = () => void navigate({ to: '/Register', search: query })

	/** SMS-29, OP-030 */
	async function beforeSend() {
		const says = await checkMobile(smsType.forgot, form, callApi)
		if (says === 'notRegistered') flow.turnAway(away('notRegistered', 'register', { field: 'mobile' }))
		return says && mobileMessage(says)
	}

	function submit() {
		void flow.run(
			() => verifyResetCode(form, initial, callApi),
			token => void navigate({ to: '/forgetPwd/resetPwd', search: { ...query, token }, replace: true }),
		)
	}

	const { why } = flow
	const sentence = why && forgotSentence(why)
	return (
		<FormPage
			title={parseTitle(search.title) ?? m.account_forgot_title()}
			lead={m.account_forgot_phone_lead()}
			onBack={back}
			submit={{
				label: m.account_forgot_submit(),
				isReady: isMobileCodeFilled(form),
				busy: flow.isAsking && m.account_forgot_working(),
				onSubmit: submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{
				...(canRegister && { register }),
				'sign-in': signIn,
				reload: () => window.location.reload(),
			}}
			way={
				isPrivateSite
					? undefined
					: {
							remedy: 'by-oa',
							label: m.account_by_oa(),
							onPress: () => void navigate({ to: '/forgetPwd/oaVerification', search: query, replace: true }),
						}
			}
		>
			<MobileCodeFields
				value={form}
				onChange={value => {
					flow.rest()
					setForm(value)
				}}
				type={smsType.forgot}
				isAreaLocked={initial !== undefined}
				initial={initial}
				beforeSend={beforeSend}
				mobileError={why?.field === 'mobile' ? sentence : undefined}
				codeError={why?.field === 'code' ? sentence : undefined}
			/>
		</FormPage>
	)
}
