/** The one password of every demo account. */
export const demoPassword = 'Parley-2026'

export interface DemoPerson {
	name: string
	displayName: string
	/** User type in the company (`user_type`). */
	userType: number
	department?: string
	/** Corporate directory of the person; the password there is the demo password too. */
	source?: 'OA'
	mobile?: string
	isComplete?: false
	/** Identities of other apps. */
	identities?: { provider: 'messenger' | 'deviceMaker' | 'workplace'; subject: string }[]
}

export const member = 1

export interface DemoDepartment {
	number: string
	name: string
	parentNumber: string | null
}

/** The eight departments of Parley Demo. */
export const parleyDepartments: readonly DemoDepartment[] = [
	{ number: '1001', name: '总经办', parentNumber: null },
	{ number: '1002', name: '研发部', parentNumber: null },
	{ number: '1003', name: '平台组', parentNumber: '1002' },
	{ number: '1004', name: '产品部', parentNumber: null },
	{ number: '1005', name: '设计部', parentNumber: null },
	{ number: '1006', name: '市场部', parentNumber: null },
	{ number: '1007', name: '销售部', parentNumber: null },
	{ number: '1008', name: '人力资源部', parentNumber: null },
]

export const hanmei: DemoPerson = {
	name: 'hanmei',
	displayName: '韩梅',
	userType: member,
	department: '1004',
	mobile: '13800000002',
	identities: [
		{ provider: 'messenger', subject: 'wx-hanmei' },
		{ provider: 'deviceMaker', subject: 'apple-hanmei' },
	],
}
export const lilei: DemoPerson = {
	name: 'lilei',
	displayName: '李雷',
	userType: member,
	department: '1002',
	mobile: '13800000003',
}

const withRights: readonly DemoPerson[] = [
	hanmei,
	lilei,
	{ name: 'admin', displayName: '管理员', userType: 0, department: '1001' },
	{ name: 'manager', displayName: '周经理', userType: 6, department: '1001' },
	{ name: 'operator', displayName: '孙运营', userType: 7, department: '1006' },
	{ name: 'scanner', displayName: '前台扫码', userType: 5, department: '1008' },
	{
		name: 'oa.wang',
		displayName: '王秀英',
		userType: member,
		department: '1008',
		source: 'OA',
		identities: [{ provider: 'workplace', subject: 'ding-oa.wang' }],
	},
]

const colleagues: Record<string, string> = {
	'1001': 'chen.zhigang 陈志刚, zhao.yunfan 赵云帆, qian.jin 钱锦程, oliver.reed Oliver Reed',
	'1002':
		'zhang.wei 张伟, liu.yang 刘洋, huang.lei 黄立磊, wu.xia 吴晓霞, xu.ming 徐明轩, zhu.lin 朱琳, he.jun 何俊杰, gao.fei 高飞, lin.tao 林涛, priya.nair Priya Nair',
	'1003': 'ma.chao 马骁, luo.yi 罗一鸣, liang.bo 梁博文, song.jia 宋嘉, tang.kai 唐凯, james.carter James Carter',
	'1004': 'zheng.shuang 郑双, xie.na 谢宁, han.xue 韩雪松, cao.ying 曹映, deng.chao 邓晨, emma.wilson Emma Wilson',
	'1005': 'feng.qi 冯琪, yu.qing 于晴, dong.jie 董洁如, xiao.yue 肖悦, cheng.lu 程璐, sofia.rossi Sofia Rossi',
	'1006': 'shen.teng 沈藤, jiang.wen 江雯, fan.wei 范薇, tian.yuan 田园, ren.jing 任静, daniel.kim Daniel Kim',
	'1007':
		'lu.han 陆涵之, jiang.hao 蒋浩, cai.qin 蔡沁, jia.ling 贾灵芝, ding.yi 丁一, wei.chen 魏辰, xue.gang 薛刚, ye.zi 叶梓, yan.ni 闫霓, grace.miller Grace Miller',
	'1008': 'pan.hong 潘红梅, du.juan 杜鹃, dai.yu 戴玉, xia.yu 夏雨桐, zhong.ling 钟灵',
}

/** The sixty people of Parley Demo. */
export const parleyPeople: readonly DemoPerson[] = [
	...withRights,
	...Object.entries(colleagues).flatMap(([department, list]) =>
		list.split(', ').map(entry => parsePerson(entry, department)),
	),
]

/** The OA site: its people come from the corporate directory and have their own departments. */
export const oaDepartments: readonly DemoDepartment[] = [
	{ number: '1001', name: '集团总部', parentNumber: null },
	{ number: '1002', name: '信息中心', parentNumber: '1001' },
	{ number: '1003', name: '财务部', parentNumber: '1001' },
	{ number: '1004', name: '华东分公司', parentNumber: null },
	{ number: '1005', name: '上海办事处', parentNumber: '1004' },
]

const oaColleagues: Record<string, string> = {
	'1001': 'gu.qing 顾清, victor.lang Victor Lang',
	'1002': 'mei.lin 梅琳, qiu.shi 邱实, nora.fields Nora Fields',
	'1003': 'bai.lu 白露, shi.yu 时雨',
	'1004': 'jin.chen 金晨曦, hugo.brandt Hugo Brandt',
	'1005': 'yun.fei 云飞, wan.qing 万青',
}

export const oaPeople: readonly DemoPerson[] = [
	{ name: 'hanmei', displayName: '韩梅', userType: member, department: '1002' },
	{ name: 'lilei', displayName: '李雷', userType: member, department: '1005' },
	{ name: 'admin', displayName: '管理员', userType: 0, department: '1001' },
	{ name: 'manager', displayName: '周经理', userType: 6, department: '1004' },
	{ name: 'operator', displayName: '孙运营', userType: 7, department: '1003' },
	...Object.entries(oaColleagues).flatMap(([department, list]) =>
		list.split(', ').map(entry => parsePerson(entry, department)),
	),
].map(person => ({ ...person, source: 'OA' }))

/** Harbour Labs, the second company of hanmei. */
export const harbourPeople: readonly DemoPerson[] = [
	'amelia.hart Amelia Hart',
	'noah.bennett Noah Bennett',
	'chloe.tan 陈可怡',
	'lucas.meyer Lucas Meyer',
].map(entry => parsePerson(entry))

/** Signs in by text message; member of the personal edition. */
export const phonePerson: DemoPerson = {
	name: '13800000001',
	displayName: '手机用户',
	userType: member,
	mobile: '13800000001',
}

/** Has verified a number but has not completed the profile. */
export const newcomer: DemoPerson = {
	name: '13800000004',
	displayName: '13800000004',
	userType: member,
	mobile: '13800000004',
	isComplete: false,
}

function parsePerson(entry: string, department?: string): DemoPerson {
	const space = entry.indexOf(' ')
	const person = { name: entry.slice(0, space), displayName: entry.slice(space + 1), userType: member }
	return department === undefined ? person : { ...person, department }
}

/** Accounts shown in the start banner. */
export const demoAccounts = {
	password: demoPassword,
	people: [
		{ name: 'hanmei', note: 'hosts most meetings, member of two companies; +86 13800000002, wx-hanmei' },
		{ name: 'lilei', note: 'an ordinary member' },
		{ name: 'admin', note: 'user type 0: may delete any meeting' },
		{ name: 'manager', note: 'user type 6: sees all meetings' },
		{ name: 'operator', note: 'user type 7: sees all meetings and may delete them' },
		{ name: 'scanner', note: 'user type 5: joins by scanning, schedules nothing' },
		{ name: 'oa.wang', note: 'came from an OA; the workplace app knows her as ding-oa.wang' },
		{ name: '13800000001', note: 'phone user +86 13800000001, personal edition' },
		{ name: '13800000004', note: 'has to complete the profile first' },
	],
}
