import { useRouter, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { firstPicture } from '../../app/firstPicture.ts'
import { useBack } from '../../app/useBack.ts'
import { type Destination, nearest, SignInForm } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, IconButton, Page, Tabs } from '../../ui/index.ts'
import styles from './Login.module.css'

const isYes = (value: string | undefined) => value === 'true' || value === '1'

export function Login() {
	const arrival = useSearch({ from: '/Login' })
	const back = useBack('/')
	const go = useGo()
	const [tab, setTab] = useState<'account'>('account')

	return (
		<Page flush top={0} className={styles.page ?? ''}>
			<header className={styles.head}>
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own drawing, moved from the page */}
				<div className={styles.picture} dangerouslySetInnerHTML={firstPicture} aria-hidden />
				<IconButton kind="picture" label={m.common_back()} icon={<ChevronLeft />} onClick={back} />
				<h1>{m.login_title()}</h1>
			</header>
			<div className={styles.sheet}>
				{isYes(arrival.needLogin) && (
					<div className={styles.hint}>
						<Banner tone="info">{m.login_needed()}</Banner>
					</div>
				)}
				{/* LOGIN-03: the account tab is the only one shown. */}
				<Tabs
					label={m.login_title()}
					tabs={[{ value: 'account', text: m.login_account_tab() }]}
					value={tab}
					onValueChange={setTab}
				>
					<SignInForm arrival={arrival} onThrough={go} />
				</Tabs>
			</div>
		</Page>
	)
}

/** Goes where signing in leads, or to the nearest screen there is; back does not come here again. */
function useGo() {
	const router = useRouter()
	return useCallback(
		(to: Destination) => {
			const destination = nearest(to, path => path in router.routesByPath)
			void router.navigate({ ...destination, replace: true } as Parameters<typeof router.navigate>[0])
		},
		[router],
	)
}
