// Factories of every sort.
const tool = (name, said) => ({
  name,
  description: said,
  parameters: { type: 'object' },
  execute: async () => said,
});

export const createGreeter = ({ greeting }) => ({ greet: { ...tool('', greeting), needsApproval: true } });
export const createShop = async (first, second) => ({
  tools: { buy: tool('', `${first} ${second}`) },
  close() {},
});
export const createSingle = () => tool('', 'single');
export const listOfTools = () => [tool('one', '1'), tool('two', '2'), { name: 'three' }];
export const createNothing = () => 7;
export const createFault = () => {
  throw new TypeError('no key');
};
