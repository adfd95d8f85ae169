import { productNames } from '@parley/core'
import { CalendarPlus, Clock, Ellipsis, Languages, LogIn, Timer } from 'lucide-react'
import { useState } from 'react'
import {
	Avatar,
	Button,
	buttonClass,
	Card,
	DigitsText,
	IconButton,
	InfiniteSentinel,
	ListRow,
	Page,
	PasswordField,
	PictureStack,
	SearchField,
	Section,
	StatusDot,
	SwitchRow,
	TextField,
	Tile,
	Tiles,
	Wordmark,
} from '../index.ts'
import styles from './Screens.module.css'

const screens = ['landing', 'list', 'form'] as const
type Screen = (typeof screens)[number]

const nothing = () => {}

export function screenOf(hash: string): Screen | undefined {
	return screens.find(screen => `#screen-${screen}` === hash)
}

function Landing() {
	const [at, setAt] = useState(0)
	return (
		<main className={styles.landing}>
			<div className={styles.art}>
				<PictureStack current={at % 3} />
			</div>
			<div className={styles.corner}>
				<IconButton kind="picture" label="下一幅" icon={<Languages />} onClick={() => setAt(at + 1)} />
			</div>
			<h1>
				<Wordmark tone="light" name={productNames.zh} className={styles.name ?? ''} />
			</h1>
			<p className={styles.slogan}>相隔千里，当面说清</p>
			<div className={styles.calls}>
				<Button kind="picture" size="large" block>
					加入会议
				</Button>
				<Button kind="glass" size="large" block>
					登录 / 注册
				</Button>
				<Button kind="bare" block>
					公开会议
				</Button>
				<nav aria-label="法律信息" className={styles.law}>
					<a href="#screen-landing">服务条款</a>
					<a href="#screen-landing">法律声明</a>
					<a href="#screen-landing">隐私政策</a>
				</nav>
			</div>
		</main>
	)
}

function List() {
	return (
		<Page large title="今天" over="晤谈演示公司 · 11月21日 周六" top={20} beside={<Avatar name="韩梅梅" labelled />}>
			<Tiles>
				<Tile kind="primary" icon={<LogIn />} label="加入会议" />
				<Tile icon={<CalendarPlus />} label="预约会议" />
			</Tiles>
			<div className={styles.search}>
				<SearchField label="搜索主题或会议号" clearLabel="清空" value="" onValueChange={nothing} />
			</div>
			<div className={styles.list}>
				<Card className={styles.past ?? ''}>
					<div className={styles.card}>
						<span className={styles.time}>08:30</span>
						<span className={styles.title}>晨会</span>
						<span className={styles.till}>08:45</span>
						<span className={styles.line}>
							<DigitsText className={styles.meta ?? ''} digits="220118640" />
							<StatusDot status="over">已结束</StatusDot>
						</span>
					</div>
				</Card>
				<Card live>
					<div className={styles.card}>
						<span className={styles.time}>09:30</span>
						<span className={styles.title}>产品周会：第四季度路线图</span>
						<span className={styles.till}>10:30</span>
						<span className={styles.line}>
							<DigitsText className={styles.meta ?? ''} digits="842391556" />
							<StatusDot status="running">进行中 · 24 分钟</StatusDot>
						</span>
					</div>
					<div className={styles.calls2}>
						<Button kind="primary">加入会议</Button>
						<IconButton kind="filled" label="更多" icon={<Ellipsis />} />
					</div>
				</Card>
				<Card>
					<div className={styles.card}>
						<span className={styles.time}>11:00</span>
						<span className={styles.title}>Design review: live viewer and everything around it</span>
						<span className={styles.till}>11:45</span>
						<span className={styles.line}>
							<DigitsText className={styles.meta ?? ''} digits="318204977" />
							<StatusDot status="waiting">未开始</StatusDot>
						</span>
					</div>
				</Card>
				<Card>
					<div className={styles.card}>
						<span className={styles.time}>14:00</span>
						<span className={styles.title}>客户沟通会</span>
						<span className={styles.till}>15:00</span>
						<span className={styles.line}>
							<DigitsText className={styles.meta ?? ''} digits="556120334" />
							<StatusDot status="waiting">未开始</StatusDot>
						</span>
					</div>
				</Card>
			</div>
			<InfiniteSentinel
				state="end"
				onReach={nothing}
				labels={{ loading: '加载中', end: '没有更多了', more: '加载更多', retry: '重试' }}
			/>
		</Page>
	)
}

function Form() {
	return (
		<Page
			title="预约会议"
			back={{ label: '返回', onBack: () => history.back() }}
			bottom={
				<Button kind="primary" size="large" block>
					创建会议
				</Button>
			}
		>
			<div className={styles.form}>
				<TextField label="会议主题" defaultValue="产品周会" counter maxCharacters={50} clearLabel="清空" />
				<Section title="时间">
					<ListRow icon={<Clock />} label="开始" value="11月23日 周一 09:30" onPress={nothing} />
					<ListRow icon={<Timer />} label="时长" value="1 小时" onPress={nothing} />
				</Section>
				<Section title="设置">
					<SwitchRow label="仅登录用户可加入" note="访客将无法进入" defaultChecked />
					<SwitchRow label="主持人到场后开始" />
				</Section>
				<PasswordField label="会议密码" hint="6 到 12 位数字，留空则不需要密码" showLabel="显示密码" />
				<PasswordField label="主持人密码" error="主持人密码不能与会议密码相同" showLabel="显示密码" />
				<a className={buttonClass({ kind: 'quiet', block: true })} href="#screen-list">
					返回列表
				</a>
			</div>
		</Page>
	)
}

const shown = { landing: Landing, list: List, form: Form }

/** Sample screens made of the components. */
export function Screens({ screen }: { screen: Screen }) {
	const Shown = shown[screen]
	return <Shown />
}
