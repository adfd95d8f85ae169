import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import {
	Breadcrumb,
	Card,
	CollapsibleRow,
	IconButton,
	InfiniteSentinel,
	ListRow,
	PullToRefresh,
	Tabs,
	TopBar,
} from '../index.ts'
import { Case, Part } from './Case.tsx'
import styles from './Gallery.module.css'

const nothing = () => {}
const endLabels = { loading: '加载中', end: '没有更多了', more: '加载更多', retry: '加载失败，点按重试' }

export function Layout() {
	const [tab, setTab] = useState<'account' | 'sms'>('account')
	const [open, setOpen] = useState(true)
	const scroller = useRef<HTMLElement>(null)
	return (
		<Part title="layout">
			<Case title="TopBar">
				<TopBar title="会议详情" back={{ label: '返回', onBack: nothing }} edge />
				<TopBar
					title="A rather long English title that needs two lines"
					back={{ label: '返回', onBack: nothing }}
					actions={<IconButton label="新建" icon={<Plus />} />}
				/>
			</Case>
			<Case title="Breadcrumb">
				<Breadcrumb label="所在部门" crumbs={[{ key: '', text: '通讯录' }]} onOpen={nothing} />
				<Breadcrumb
					label="所在部门"
					crumbs={[
						{ key: '', text: '通讯录' },
						{ key: '1', text: '研发部' },
						{ key: '2', text: '平台与基础设施事业群华东区域中心' },
						{ key: '3', text: '平台组' },
					]}
					onOpen={nothing}
				/>
			</Case>
			<Case title="Tabs">
				<Tabs
					label="登录方式"
					value={tab}
					onValueChange={setTab}
					tabs={[
						{ value: 'account', text: '账号登录' },
						{ value: 'sms', text: '短信登录' },
					]}
				>
					{tab === 'account' ? '账号与密码' : '手机号与验证码'}
				</Tabs>
			</Case>
			<Case title="Collapsible">
				<Card>
					<CollapsibleRow label="更多设置" open={open} onOpenChange={setOpen}>
						<ListRow label="会议密码" value="246810" onPress={nothing} />
					</CollapsibleRow>
				</Card>
			</Case>
			<Case title="PullToRefresh">
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keys */}
				<section ref={scroller} className={styles.scroller} aria-label="下拉刷新示例" tabIndex={0}>
					<PullToRefresh
						onRefresh={() => new Promise(done => setTimeout(done, 1200))}
						scrolledPx={() => scroller.current?.scrollTop ?? 0}
						labels={{ pull: '下拉刷新', release: '松开刷新', refreshing: '正在刷新', button: '刷新' }}
					>
						{['产品周会', '设计评审', '客户沟通会', '季度复盘', '晨会', '面试'].map(name => (
							<ListRow key={name} label={name} value="09:30" />
						))}
					</PullToRefresh>
				</section>
			</Case>
			<Case title="InfiniteSentinel">
				<InfiniteSentinel state="more" onReach={nothing} labels={endLabels} />
				<InfiniteSentinel state="loading" onReach={nothing} labels={endLabels} />
				<InfiniteSentinel state="end" onReach={nothing} labels={endLabels} />
				<InfiniteSentinel state="failed" onReach={nothing} labels={endLabels} />
			</Case>
		</Part>
	)
}
